// Pictures of every view of a run, at several moments, light and dark: screenshots RUN-FOLDER OUTPUT-FOLDER [VIEW…]
//
// The run is the demo's, ended or not; each moment is the same window looking at the run as of an entry. At one of them
// the window is drawn narrow too. "start" and "newrun" are the pages of the start window, "review" is the change while it
// is reviewed. The scale is QT_SCALE_FACTOR's. packaging/screenshots makes the run, calls this at 1× and 2×, and says where the pictures are.
#include "core/review/reviewedchange.h"
#include "ui/diff/diffview.h"
#include "ui/look/askform.h"
#include "ui/look/look.h"
#include "ui/windows/console.h"
#include "ui/windows/gatetrialbar.h"
#include "ui/windows/newrunpage.h"
#include "ui/windows/recentruns.h"
#include "ui/windows/runwindow.h"
#include "ui/windows/startwindow.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTreeView>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::ui;

namespace {

constexpr QSize wide{1180, 760}, narrow{700, 760};

/// Lets the window work until `done`, at most ten seconds.
bool waitFor(const std::function<bool()> &done)
{
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > 10'000)
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    return true;
}

void settle()
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 400)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
}

/// The last entry of an iteration, or 0.
qint64 endOf(const RunDocument &document, int iteration)
{
    for (const EntryHead &head : document.heads()) {
        if (head.kind == "iteration.ended"_L1 && head.iteration == iteration)
            return head.seq;
    }
    return 0;
}

/// Pictures of one run, or of the pages where none is open.
struct Album {
    QString output;
    QStringList only; ///< empty: all
    QString scale;
    Look &look;
    bool good = true;

    [[nodiscard]] bool wants(const QString &name) const { return only.isEmpty() || only.contains(name); }
    void take(QWidget *window, const QString &name, const QString &moment);
};

bool save(QWidget *window, const QString &path)
{
    settle();
    if (window->grab().save(path))
        return true;
    std::fprintf(stderr, "screenshots: %s cannot be written\n", qUtf8Printable(path));
    return false;
}

void Album::take(QWidget *window, const QString &name, const QString &moment)
{
    const QString scheme = look.scheme() == Scheme::Dark ? u"dark"_s : u"light"_s;
    good = save(window, u"%1/%2-%3-%4-%5x.png"_s.arg(output, name, moment, scheme, scale)) && good;
}

/// The journal up to an entry, as a run of its own: what the start page shows of one that goes on.
bool cutOff(const QString &journal, qint64 seq, const QString &folder)
{
    QFile from(journal), to(folder + u"/journal.jsonl"_s);
    if (!QDir().mkpath(folder) || !from.open(QIODevice::ReadOnly) || !to.open(QIODevice::WriteOnly))
        return false;
    for (qint64 line = 0; line < seq; ++line)
        to.write(from.readLine());
    return true;
}

bool takeRun(Album &album, RunWindow &window)
{
    RunDocument &document = window.document();
    const qint64 rolledBack = endOf(document, 4);
    const std::pair<QString, qint64> moments[]
        = {{u"start"_s, 5}, {u"audited"_s, endOf(document, 1)}, {u"rolled-back"_s, rolledBack}, {u"converged"_s, 0}};
    const auto takeViews = [&](const QString &moment) {
        for (const RunView *view : window.views()) {
            if (!album.wants(view->objectName()))
                continue;
            window.showView(view->objectName());
            album.take(&window, view->objectName(), moment);
        }
    };
    for (const auto &[moment, seq] : moments) {
        if (seq > 0)
            document.showAsOf(seq);
        else
            document.showNow();
        if (!waitFor([&] { return document.asOf() == seq; }))
            return false;
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            album.look.setScheme(scheme);
            takeViews(moment);
        }
        album.look.setScheme(Scheme::Light);
        if (seq == rolledBack) {
            window.resize(narrow);
            takeViews(u"narrow"_s);
            window.resize(wide);
        }
    }
    return true;
}

/// The same run, reviewed: in a folder of its own, for what is told to it is written down.
bool takeReview(Album &album, EngineRoom &engines, const RunFolder &run)
{
    if (!album.wants(u"review"_s))
        return true;
    const QTemporaryDir place;
    const RunFolder copy(place.filePath(u"tally-reviewed"_s));
    QDir().mkpath(copy.path());
    if (!QFile::copy(run.journal(), copy.journal()) || !QFile::link(run.vault(), copy.vault())
        || !QFile::link(run.evidence(), copy.evidence()))
        return false;
    RunWindow window(copy, engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(wide);
    window.show();
    window.activateWindow();
    if (!waitFor([&] { return window.document().isLoaded(); }))
        return false;
    window.showView(u"changes"_s, u"now"_s);
    auto *view = window.findChild<DiffView *>();
    const auto section = [view](int number) -> const DiffSection & { return view->document().section(number); };
    if (!waitFor([&] { return view->document().sectionCount() > 1 && section(1).canBeMarked(); }))
        return false;
    const auto mark = [&](int number, int hunk, QStringView state, const QString &comment = {}) {
        const review::ReviewedFile file{.diff = section(number).file(), .hunks = section(number).hunks()};
        window.desk().tell(u"mark"_s, {{u"marks"_s, file.marks(hunk, state, comment)}});
    };
    mark(0, 0, marked::Reviewed);
    mark(0, 0, marked::Comment, u"Keep the old order of the arguments: callers name none of them."_s);
    mark(1, 0, marked::LeftOut);
    const QJsonObject changed{{u"path"_s, section(0).change().path().display()},
                              {u"hunk"_s, QString(64, u'a')},
                              {u"state"_s, marked::LeftOut.toString()}};
    window.desk().tell(u"mark"_s, {{u"marks"_s, QJsonArray{changed}}});
    if (!waitFor([&] { return window.document().state().marks.size() == 3; }))
        return false;
    const auto both = [&](const QString &moment) {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            album.look.setScheme(scheme);
            album.take(&window, u"review"_s, moment);
        }
        album.look.setScheme(Scheme::Light);
    };
    const auto press = [&](Qt::Key key) {
        QKeyEvent down(QEvent::ShortcutOverride, key, Qt::NoModifier);
        QApplication::sendEvent(view, &down);
        for (QAction *action : window.commands()) {
            if (action->shortcut() == QKeySequence(key) && action->isEnabled())
                return action->trigger();
        }
        QKeyEvent pressed(QEvent::KeyPress, key, Qt::NoModifier);
        QApplication::sendEvent(view, &pressed);
    };
    for (const auto &[size, name] :
         {std::pair(wide, u"wide"_s), std::pair(narrow, u"narrow"_s), std::pair(QSize(700, 480), u"low"_s)}) {
        window.resize(size);
        window.showView(u"changes"_s, u"now"_s);
        view->setFocus();
        view->goToFile(section(0).change().path());
        press(Qt::Key_N);
        both(u"marked-"_s + name);
        press(Qt::Key_Down);
        press(Qt::Key_Y);
        settle();
        both(u"why-"_s + name);
        press(Qt::Key_A);
        both(u"said-"_s + name);
        press(Qt::Key_C);
        both(u"comment-"_s + name);
        for (AskForm *form : window.findChildren<AskForm *>())
            form->dismiss();
        window.showView(u"export"_s);
        auto *what = window.findChild<QComboBox *>(u"what"_s);
        what->setCurrentIndex(1);
        both(u"export-"_s + name);
        what->setCurrentIndex(0);
    }
    // Damaged while it is open.
    QFile journal(copy.journal());
    if (!journal.open(QIODevice::ReadWrite))
        return false;
    const QByteArray line = journal.readLine();
    journal.seek(0);
    journal.write(QByteArray(line).replace("\"v\":1", "\"v\":9"));
    journal.close();
    if (!waitFor([&] { return window.document().damage() != nullptr; }))
        return false;
    window.resize(narrow);
    for (const QString &name : {u"overview"_s, u"export"_s, u"changes"_s}) {
        window.showView(name);
        both(u"damaged-"_s + name);
    }
    return true;
}

bool takePages(Album &album, EngineRoom &engines, const RunFolder &run, const RunState &state, qint64 audited)
{
    const QTemporaryDir others;
    const QString waiting = others.filePath(u"tally-waiting"_s), begun = others.filePath(u"tally-begun"_s);
    if (!cutOff(run.journal(), audited, waiting) || !cutOff(run.journal(), 5, begun))
        return false;
    for (const QString &path : {begun, waiting, run.path()})
        rememberRun({.path = path, .view = {}, .filters = {}});
    Console console(engines);
    StartWindow window(console, engines);
    window.resize(980, 640);
    window.show();
    const auto *table = window.findChild<QTreeView *>();
    const auto both = [&](const QString &name, const QString &moment) {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            album.look.setScheme(scheme);
            album.take(&window, name, moment);
        }
    };
    if (!waitFor([&] { return table->model()->rowCount() >= 3; }))
        return false;
    if (album.wants(u"start"_s))
        both(u"start"_s, u"runs"_s);
    if (!album.wants(u"newrun"_s))
        return true;
    NewRunPage *page = window.newRun();
    both(u"newrun"_s, u"empty"_s);
    page->setTarget(state.target);
    for (auto *line : page->findChildren<QLineEdit *>()) {
        if (line->accessibleName() == u"Agent"_s)
            line->setText(state.policy[u"agent"_s].toString());
    }
    (void)waitFor([&] { return page->whyNot().isEmpty(); });
    both(u"newrun"_s, u"filled"_s);
    for (auto *button : page->findChildren<QPushButton *>()) {
        if (button->text().contains(u"un it now"_s))
            button->click();
    }
    (void)waitFor([&] { return page->findChild<GateTrialBar *>()->said().contains(u"passed"_s); });
    both(u"newrun"_s, u"tried"_s);
    page->setTarget(state.target + u"-nowhere"_s);
    (void)waitFor([&] { return page->whyNot().contains(u"cannot"_s); });
    both(u"newrun"_s, u"refused"_s);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    ProcessHost host;
    QApplication application(argc, argv);
    QApplication::setOrganizationName(u"assay-screenshots"_s);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 3) {
        std::fprintf(stderr, "usage: screenshots RUN-FOLDER OUTPUT-FOLDER [VIEW…]\n");
        return 2;
    }
    const QTemporaryDir settings; // every picture begins from none
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QDir().mkpath(arguments.at(2));
    Look look(application, Scheme::Light);
    EngineRoom engines(host);
    Album album{.output = arguments.at(2),
                .only = arguments.mid(3),
                .scale = qEnvironmentVariable("QT_SCALE_FACTOR", u"1"_s),
                .look = look};
    const RunFolder run(QFileInfo(arguments.at(1)).absoluteFilePath());
    RunWindow window(run, engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(wide);
    window.show();
    if (!waitFor([&] { return window.document().isLoaded(); })) {
        std::fprintf(stderr, "screenshots: %s cannot be read\n", qUtf8Printable(run.path()));
        return 1;
    }
    const bool taken = takeRun(album, window);
    window.hide();
    return taken && takeReview(album, engines, run)
            && takePages(album, engines, run, window.document().now(), endOf(window.document(), 1)) && album.good
        ? 0
        : 1;
}
