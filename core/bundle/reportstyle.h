// How report.html looks: on a screen in light and dark, on a phone, on paper.
#pragma once

namespace assay {

/// No "<" and no "&" in it: it stands in the file as it is.
inline constexpr const char *kReportStyle = R"css(
:root { color-scheme: light dark; --ink: #1b1d21; --faint: #5b616b; --paper: #ffffff; --panel: #f3f4f6; --rule: #c9cdd3;
  --bad: #b3261e; --good: #1b6e3c; --unsure: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --faint: #a3a9b2; --paper: #16181c; --panel: #202329;
  --rule: #434852; --bad: #ff8a80; --good: #7fd49b; --unsure: #f0b860; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.3rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
.sentence { font-size: 1.5rem; line-height: 1.3; margin: .6rem 0; }
.faint { color: var(--faint); }
.warning { border-left: .3rem solid var(--unsure); padding: .2rem .8rem; background: var(--panel); }
article { background: var(--panel); border-radius: .4rem; padding: .8rem 1rem; margin: .8rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; }
dt { color: var(--faint); }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
li, td, .text { overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--faint); padding-bottom: .4rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--rule); }
.present { color: var(--bad); } .absent { color: var(--good); } .inconclusive { color: var(--unsure); }
.mark, td:first-child { white-space: nowrap; overflow-wrap: normal; }
a { color: inherit; }
@media (max-width: 44rem) {
  .sentence { font-size: 1.25rem; }
  dl { display: block; } dt { margin-top: .3rem; }
  thead { display: none; }
  table, caption, tbody, tr, td { display: block; width: auto; }
  tr { border-bottom: 1px solid var(--rule); padding: .4rem 0; }
  td { border: 0; padding: .1rem 0; }
  td:first-child { white-space: normal; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--faint); }
}
@media print {
  :root { --ink: #000; --faint: #333; --paper: #fff; --panel: #fff; --rule: #888; --bad: #000; --good: #000;
    --unsure: #000; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  article { border: 1px solid var(--rule); }
  article, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  thead { display: table-header-group; }
}
)css";

} // namespace assay
