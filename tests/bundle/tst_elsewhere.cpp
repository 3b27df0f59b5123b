// A bundle verified at another revision than its base, and on machines that lack something: only what was seen to be
// otherwise is refuted.
#include "core/bundle/agreement.h"
#include "tests/bundle/exportedrun.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstElsewhere : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void onALaterRevisionWithTheDefectItIsProven();
    void whereThePatchDoesNotApplyItCannotBeVerified();
    void whereTheChangeIsAlreadyItCannotBeVerified();
    void aTargetWithoutTheRevisionCannotBeVerified();
    void aCheckThatCannotStartHereRefutesNothing();
    void aPreparationThatFailsHereRefutesNothing();

private:
    Verdict at(const QByteArray &greet);

    ExportedRun m_exported;
};

void TstElsewhere::initTestCase()
{
    QVERIFY2(m_exported.make(), qPrintable(m_exported.why()));
}

/// Verifies at a later commit in which greet.sh is that.
Verdict TstElsewhere::at(const QByteArray &greet)
{
    QTemporaryDir dir;
    const QString later = dir.filePath(u"later"_s);
    runProgram(u"git"_s, {u"clone"_s, u"-q"_s, m_exported.project().target(), later}, dir.path());
    overwrite(later + u"/news.txt"_s, "news\n");
    if (!greet.isEmpty())
        overwrite(later + u"/greet.sh"_s, greet);
    else
        runProgram(u"git"_s, {u"apply"_s, m_exported.bundle() + u"/fixes.patch"_s}, later);
    runProgram(u"git"_s, {u"add"_s, u"-A"_s}, later);
    runProgram(
        u"git"_s,
        {u"-c"_s, u"user.name=u"_s, u"-c"_s, u"user.email=u@localhost"_s, u"commit"_s, u"-q"_s, u"-m"_s, u"later"_s},
        later);
    return m_exported.verify(m_exported.bundle(), u"HEAD"_s, later);
}

void TstElsewhere::onALaterRevisionWithTheDefectItIsProven()
{
    const Verdict verdict = at(bytesOf(m_exported.project().target() + u"/greet.sh"_s));
    QVERIFY2(verdict.status == 0, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"fixes.patch applies on HEAD ("_s), verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"F1 is present before"_s), verdict.message().constData());
}

void TstElsewhere::whereThePatchDoesNotApplyItCannotBeVerified()
{
    const Verdict verdict = at("#!/bin/sh\nprintf 'hello\\n'\n");
    QVERIFY2(verdict.status == 10, verdict.message().constData());
    for (const QString &part : {u"2 fixes.patch applies on HEAD ("_s, u"greet.sh"_s, u"without --at"_s, u"git am -3"_s})
        QVERIFY2(verdict.text.contains(part), verdict.message().constData());
}

void TstElsewhere::whereTheChangeIsAlreadyItCannotBeVerified()
{
    const Verdict verdict = at({});
    QVERIFY2(verdict.status == 10, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"in it already"_s), verdict.message().constData());
}

void TstElsewhere::aTargetWithoutTheRevisionCannotBeVerified()
{
    const Verdict verdict = m_exported.verify(m_exported.bundle(), u"v9.9"_s);
    QVERIFY2(verdict.status == 10, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"v9.9"_s), verdict.message().constData());
}

void TstElsewhere::aCheckThatCannotStartHereRefutesNothing()
{
    // As on a machine without the check's interpreter.
    const ProofProgress nobody;
    ProofTeller agreement(nobody), teller(nobody);
    const auto agreed = proveAgreement(m_exported.bundle(), resources(), agreement);
    QVERIFY(agreed && agreed->agrees);
    const BundleFacts &facts = agreed->facts;
    auto ground = ProvingGround::open(m_exported.host(), m_exported.project().target(), facts.base, facts.baseTree,
                                      facts.policy, {});
    QVERIFY2(ground, qPrintable(ground ? QString() : ground.error().text()));
    const auto proven = proveChange(
        **ground, facts,
        {.commit = facts.base,
         .patch = bytesOf(m_exported.bundle() + u"/fixes.patch"_s),
         .folder = m_exported.bundle()},
        [](const BundleCheck &) { return QByteArray("#!/nowhere/python9\n"); }, teller);
    QVERIFY(proven);
    QCOMPARE(teller.list().exitStatus(), 10);
    const Proof &last = teller.list().proofs.last();
    QCOMPARE(last.name, u"F2 is absent after"_s);
    QCOMPARE(last.state, Proof::State::CouldNot);
    QVERIFY2(last.detail.contains(u"could not start"_s), qPrintable(last.detail));
}

void TstElsewhere::aPreparationThatFailsHereRefutesNothing()
{
    RunOptions options = m_exported.project().options();
    options.iterations = 1;
    options.config += u"[[prepare]]\nrun = \"test -d /usr\"\n"_s;
    EngineRun run(m_exported.project().target(), options);
    QVERIFY2(run.create(), qPrintable(run.error()));
    QVERIFY(run.go().has_value());
    const auto written = exported(run, m_exported.host());
    QVERIFY2(written, qPrintable(written ? QString() : written.error().text()));
    const ProofProgress nobody;
    ProofTeller agreement(nobody), teller(nobody);
    const auto agreed = proveAgreement(written->folder, resources(), agreement);
    QVERIFY(agreed && agreed->agrees);
    BundleFacts facts = agreed->facts;
    facts.policy.prepare.first().line = u"a-compiler-that-is-not-here"_s;
    auto ground = ProvingGround::open(m_exported.host(), m_exported.project().target(), facts.base, facts.baseTree,
                                      facts.policy, {});
    QVERIFY(ground);
    const auto proven = proveChange(
        **ground, facts, {.commit = facts.base, .patch = {}, .folder = written->folder},
        [&](const BundleCheck &check) { return bytesOf(written->folder + u'/' + QString::fromUtf8(check.file)); },
        teller);
    QVERIFY(!proven); // verifyBundle() tells it as could not
    QCOMPARE(proven.error().kind, ErrorKind::CannotVerify);
    QCOMPARE(teller.list().exitStatus(), 10);
    QVERIFY2(proven.error().text().contains(u"a-compiler-that-is-not-here"_s), qPrintable(proven.error().text()));
}

QTEST_GUILESS_MAIN(TstElsewhere)
#include "tst_elsewhere.moc"
