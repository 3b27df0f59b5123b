// Secrets are seen before a bundle is written, shown without being told, and the export refuses until it is asked again.
// What looks like a secret here is put together when the test runs, so that nobody's search finds this file.
#include "tests/bundle/exportedrun.h"

#include <QDir>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

QString token()
{
    return u"ghp"_s + u"_0123456789abcdefABCDEF0123456789abcd"_s;
}

} // namespace

class TstSecrets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachKindIsSeen_data();
    void eachKindIsSeen();
    void wordsAndPlaceHoldersAreNone_data();
    void wordsAndPlaceHoldersAreNone();
    void theSecretItselfIsNeverShown();
    void linesAreCountedAndTextsOfAJournalAreRead();
    void theExportShowsThemRefusesAndWritesWhenAskedAgain();
};

void TstSecrets::eachKindIsSeen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<SecretKind>("kind");
    const auto row
        = [](const char *name, const QString &text, SecretKind kind) { QTest::newRow(name) << text << kind; };
    row("PEM", u"+-----BEGIN RSA "_s + u"PRIVATE KEY-----"_s, SecretKind::PrivateKey);
    row("PKCS 8", u"-----BEGIN "_s + u"PRIVATE KEY-----"_s, SecretKind::PrivateKey);
    row("OpenSSH", u"-----BEGIN OPENSSH "_s + u"PRIVATE KEY-----"_s, SecretKind::PrivateKey);
    row("PGP", u"-----BEGIN PGP "_s + u"PRIVATE KEY BLOCK-----"_s, SecretKind::PrivateKey);
    row("cloud key", u"id: AKIA"_s + u"QWERTYUIOP234567"_s, SecretKind::CloudKeyId);
    row("short-lived cloud key", u"ASIA"_s + u"QWERTYUIOP234567,"_s, SecretKind::CloudKeyId);
    row("map key", u"'AIza"_s + QString(35, u'x') + u'\'', SecretKind::CloudKeyId);
    row("forge", u"+ token = "_s + token(), SecretKind::Token);
    row("forge, fine grained", u"github"_s + u"_pat_"_s + QString(60, u'a'), SecretKind::Token);
    row("other forge", u"glpat"_s + u"-abcdefghij0123456789"_s, SecretKind::Token);
    row("chat", u"xoxb"_s + u"-1234567890-abcdefghij"_s, SecretKind::Token);
    row("model", u"sk"_s + u"-proj-0123456789abcdefghijklmnopqrstuv"_s, SecretKind::Token);
    row("web token",
        u"Bearer eyJ"_s + u"hbGciOiJIUzI1NiJ9.eyJ"_s + u"zdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"_s,
        SecretKind::Token);
    row("password", u"password = \"hunter2-Xk9!pQ\""_s, SecretKind::Password);
    row("in JSON", u"{\"db_password\": \"9fGh2kLm0Qz7\"}"_s, SecretKind::Password);
    row("in the environment", u"+export DB_PASSWORD=9fGh2kLm0Qz7"_s, SecretKind::Password);
    row("in the environment, short name", u"MYSQL_PWD=9fGh2kLm0Qz7"_s, SecretKind::Password);
    row("cloud secret", u"AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/"_s + u"K7MDENG/bPxRfiCY3x4mpl3K3Y"_s,
        SecretKind::Password);
    row("cloud secret, quoted", u"aws_secret_access_key = \"wJalrXUtnFEMI/"_s + u"K7MDENG/bPxRfiCY3x4mpl3K3Y\""_s,
        SecretKind::Password);
    row("before a command", u"{\"command\": \"MYSQL_PWD=9fGh2kLm0Qz7 mysql -u root\"}"_s, SecretKind::Password);
    row("YAML", u"+  db_password: 9fGh2kLm0Qz7"_s, SecretKind::Password);
    row("address", u"url = \"postgres://app:s3cr3tpw@db.example/app\""_s, SecretKind::Password);
    row("address without a name", u"redis://:s3cr3tpw@localhost:6379"_s, SecretKind::Password);
    row("API key", u"API_KEY := '4f9d8e7c6b5a41e2'"_s, SecretKind::Password);
}

void TstSecrets::eachKindIsSeen()
{
    QFETCH(QString, text);
    QFETCH(SecretKind, kind);
    const QList<Secret> found = findSecrets(u"fixes.patch"_s, text.toUtf8());
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().kind, kind);
}

void TstSecrets::wordsAndPlaceHoldersAreNone_data()
{
    QTest::addColumn<QString>("text");
    for (const QString &text : {u"password = \"correcthorse\""_s,
                                u"password = os.environ[\"DB_PASSWORD\"]"_s,
                                u"password = \"${DB_PASSWORD1}\""_s,
                                u"password: \"<your-password-1>\""_s,
                                u"secret = \"aaaaaaaa1\""_s,
                                u"password = \"short1\""_s,
                                u"if (password == \"\")"_s,
                                u"-----BEGIN PUBLIC KEY-----"_s,
                                u"-----BEGIN CERTIFICATE-----"_s,
                                u"a task-oriented disk-based risk-free desk-top thing-of-great-length-and-no-value"_s,
                                u"ghp_short"_s,
                                u"xAKIA"_s + u"QWERTYUIOP234567"_s,
                                u"\"hash\":\"%1\""_s.arg(QString(64, u'a')),
                                u"MYSQL_PWD=$PASSWORD1"_s,
                                u"PWD=/srv/checkouts/tally-9f3"_s,
                                u"DB_PASSWORD=changeme"_s,
                                u"password=get_password(2)"_s,
                                u"self.password: str = config.password2"_s,
                                u"  password: see the chapter 12"_s,
                                u"  secret: vault.path1.x"_s,
                                u"postgres://user:password@localhost/db"_s,
                                u"https://example.org:8443/a@b"_s,
                                u"postgres://app:${DB_PASS1}@db/app"_s,
                                u"API_TOKENS=max_tokens_per_minute"_s,
                                u"assert PASSWORD_HASH_ROUNDS == 12 and x"_s,
                                u"\"evidence\": \"%1\""_s.arg(Digest::of("x").text())})
        QTest::newRow(qPrintable(text.left(40))) << text;
}

void TstSecrets::wordsAndPlaceHoldersAreNone()
{
    QFETCH(QString, text);
    for (const Secret &secret : findSecrets(u"fixes.patch"_s, text.toUtf8()))
        QFAIL(qPrintable(secretText(secret)));
}

void TstSecrets::theSecretItselfIsNeverShown()
{
    const QString line = u"+const key = \""_s + token() + u"\"; // and "_s + token() + u" \x1b[2J"_s;
    const QList<Secret> found = findSecrets(u"fixes.patch"_s, line.toUtf8());
    QCOMPARE(found.size(), 2);
    QCOMPARE(secretText(found.first()), u"fixes.patch:1: a token: +const key = \"ghp_████"_s);
    for (const Secret &secret : found) {
        QVERIFY2(!secret.blanked.contains(token().mid(6, 12)), qPrintable(secret.blanked));
        QVERIFY(!secret.blanked.contains(u'\x1b'));
    }
    const QList<Secret> password = findSecrets(u"a"_s, "password = \"hunter2-Xk9!pQ\"");
    QCOMPARE(password.first().blanked, u"password = \"████"_s);
}

void TstSecrets::linesAreCountedAndTextsOfAJournalAreRead()
{
    QJsonObject data{{u"text"_s, u"one\n"_s + token() + u"\npassword = \"9fGh2kLm0Qz7\""_s}};
    const QByteArray bytes = "{\"seq\":1}\n{\"seq\":2}\n" + QJsonDocument(data).toJson(QJsonDocument::Compact) + "\n\n";
    const QList<Secret> found = findSecrets(u"journal.jsonl"_s, bytes);
    QCOMPARE(found.size(), 2);
    for (const Secret &secret : found)
        QCOMPARE(secret.line, 3);
}

void TstSecrets::theExportShowsThemRefusesAndWritesWhenAskedAgain()
{
    ExportedRun exported;
    QVERIFY2(exported.make(), qPrintable(exported.why())); // nothing in an honest run looks like one
    const SystemClock clock;
    auto ledger = openRun(exported.run().folder(), clock);
    QVERIFY(ledger);
    QVERIFY((*ledger)->append(
        Draft{.kind = u"note.given"_s, .data = {{u"text"_s, u"use "_s + token()}}, .actor = u"owner"_s}));
    const qint64 seq = (*ledger)->state().lastSeq;
    QTemporaryDir dir;
    const QString to = dir.filePath(u"bundle"_s);
    QList<Secret> seen;
    const auto go = [&](bool withSecrets) {
        return exportBundle(
            exported.run().folder(), (*ledger)->state(), exported.host(),
            {.folder = to,
             .resources = resources(),
             .withSecrets = withSecrets,
             .secretSeen = [&](const Secret &secret) { seen.append(secret); }},
            [&](const QJsonObject &data) { return (*ledger)->append(Draft{.kind = u"export.proven"_s, .data = data}); },
            {}, {});
    };
    const auto refused = go(false);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::CannotVerify);
    QVERIFY2(refused.error().text().contains(u"--with-secrets"), qPrintable(refused.error().text()));
    QVERIFY(refused.error().text().contains(u"journal.jsonl:%1: a token: "_s.arg(seq)));
    QVERIFY(!refused.error().text().contains(token()));
    QCOMPARE(seen.size(), 1);
    QCOMPARE(seen.first().line, seq);
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    QCOMPARE((*ledger)->state().lastSeq, seq); // nothing was recorded
    const auto written = go(true);
    QVERIFY2(written, qPrintable(written ? QString() : written.error().text()));
    QCOMPARE(seen.size(), 2);
    QVERIFY(QFile::exists(to + u"/MANIFEST.json"_s));
}

QTEST_GUILESS_MAIN(TstSecrets)
#include "tst_secrets.moc"
