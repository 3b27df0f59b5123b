// Text that masks a status: what the shell would report instead of what the tests said.
#include "core/gate/detect.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Piece {
    QString text;     ///< of one simple command, quotes kept
    QString operation; ///< what follows it: "|", "||", "&&", ";", "&" or nothing at the end
};

/// A line cut at the shell's operators; quotes, `$(…)`, braces and comments are left alone as far as they matter here.
QList<Piece> piecesOf(const QString &line)
{
    QList<Piece> pieces;
    QString text;
    QChar quote;
    int parentheses = 0;
    const auto end = [&](const QString &operation) {
        pieces += {text.simplified(), operation};
        text.clear();
    };
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line.at(i);
        const QChar next = i + 1 < line.size() ? line.at(i + 1) : QChar();
        if (c == u'\\' && quote != u'\'') {
            text += c;
            if (++i < line.size())
                text += line.at(i);
        } else if (!quote.isNull()) {
            text += c;
            if (c == quote)
                quote = {};
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            text += c;
        } else if (c == u'(' || c == u')') {
            parentheses = std::max(0, parentheses + (c == u'(' ? 1 : -1));
            text += c;
        } else if (parentheses > 0) {
            text += c;
        } else if ((c == u'|' || c == u'&') && next == c) {
            end(QString(2, c));
            ++i;
        } else if (c == u'|' || c == u';' || c == u'\n') {
            end(c == u'\n' ? u";"_s : QString(c));
        } else if (c == u'&' && next != u'>' && !text.endsWith(u'>') && !text.endsWith(u'<')) {
            end(u"&"_s);
        } else {
            text += c;
        }
    }
    end({});
    while (!pieces.isEmpty() && pieces.last().text.isEmpty() && pieces.size() > 1) { // "…;" ends nothing
        pieces.removeLast();
        if (pieces.last().operation == u";")
            pieces.last().operation.clear();
        else
            break;
    }
    return pieces;
}

} // namespace

QStringList maskingWarnings(const QString &line)
{
    QStringList warnings;
    const auto warn = [&](const QString &warning) {
        if (!warnings.contains(warning))
            warnings += warning;
    };
    bool stopsAtFirst = false; // set -e
    bool pipeFails = false;    // set -o pipefail
    const QList<Piece> pieces = piecesOf(line);
    for (qsizetype i = 0; i < pieces.size(); ++i) {
        const Piece &piece = pieces.at(i);
        const QStringList words = piece.text.split(u' ', Qt::SkipEmptyParts);
        const QString program = words.value(0);
        const bool last = i + 1 == pieces.size();
        const QString next = last ? QString() : pieces.at(i + 1).text;
        if (program == u"set") {
            if (words.contains(u"+e"))
                warn(u"`set +e` lets the line go on after a failure: only its last command's status counts"_s);
            for (const QString &word : words.mid(1))
                stopsAtFirst
                    = stopsAtFirst || (word.startsWith(u'-') && !word.startsWith(u"--") && word.contains(u'e'));
            pipeFails = pipeFails || words.contains(u"pipefail");
        }
        if (piece.operation == u"|" && !pipeFails)
            warn(u"`| %1` hides the status of what stands before it: the line reports the last program's"_s.arg(
                next.section(u' ', 0, 0)));
        if (piece.operation == u"||")
            warn(u"`|| %1` replaces a failure by its own status"_s.arg(next));
        if (piece.operation == u";" && program != u"set" && !stopsAtFirst && !last && !piece.text.startsWith(u"export ")
            && program != u"cd" && program != u"then" && program != u"do")
            warn(u"`; %1` runs whatever the command before it said, and replaces its status: use `&&`"_s.arg(next));
        if (piece.operation == u"&")
            warn(u"`&` starts `%1` in the background: its status is lost"_s.arg(piece.text));
        if (program == u"!")
            warn(u"`!` turns a failure into a success"_s);
        if (last && pieces.size() > 1 && (piece.text == u"true" || piece.text == u":" || piece.text == u"exit 0"))
            warn(u"`%1` at the end makes every result a success"_s.arg(piece.text));
        for (const QString &word : words) {
            if (word == u"--exit-zero" || word == u"--ignore-errors" || word == u"--no-fail"
                || (program == u"make" && word == u"-i"))
                warn(u"`%1` makes %2 report success whatever happened"_s.arg(word, program));
        }
    }
    return warnings;
}

} // namespace assay
