#include "core/domain/nearestword.h"

#include <algorithm>

namespace assay {

qsizetype editDistance(QStringView a, QStringView b)
{
    QList<QList<qsizetype>> rows(a.size() + 1, QList<qsizetype>(b.size() + 1));
    for (qsizetype i = 0; i <= a.size(); ++i) {
        for (qsizetype j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                rows[i][j] = i + j;
                continue;
            }
            const qsizetype change = a[i - 1].toLower() == b[j - 1].toLower() ? 0 : 1;
            rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    }
    return rows.last().last();
}

QString nearestWord(const QString &word, const QStringList &known)
{
    QString nearest;
    qsizetype least = std::max<qsizetype>(1, word.size() / 2) + 1;
    for (const QString &candidate : known) {
        const bool begun = word.size() >= 3 && candidate.startsWith(word, Qt::CaseInsensitive);
        const qsizetype distance = begun ? 1 : editDistance(word, candidate);
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace assay
