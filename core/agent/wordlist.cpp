#include "core/agent/wordlist.h"

using namespace Qt::StringLiterals;

namespace assay {

Result<QStringList> splitWords(const QString &line)
{
    QStringList words;
    QString word;
    bool inWord = false; // '' is a word, though an empty one
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line.at(i);
        if (c == u'\\' && quote != u'\'') {
            if (i + 1 == line.size())
                return failure(u"ends in a backslash"_s, line, u"Double it, or quote the word"_s, ErrorKind::Usage);
            const QChar next = line.at(++i);
            if (!quote.isNull() && !u"\"\\$`"_s.contains(next))
                word += c;
            word += next;
            inWord = true;
        } else if (!quote.isNull()) {
            if (c == quote)
                quote = {};
            else
                word += c;
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            inWord = true;
        } else if (c == u' ' || c == u'\t' || c == u'\n') {
            if (inWord)
                words << word;
            word.clear();
            inWord = false;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (!quote.isNull())
        return failure(u"has a quote %1 that is never closed"_s.arg(quote), line,
                       u"Close it, or write \\%1"_s.arg(quote), ErrorKind::Usage);
    if (inWord)
        words << word;
    return words;
}

} // namespace assay
