#include "core/domain/error.h"

using namespace Qt::StringLiterals;

namespace assay {

QString Error::text() const
{
    QString text = subject.isEmpty() ? what : subject + u": "_s + what;
    if (!remedy.isEmpty()) {
        if (!text.endsWith(u'.') && !text.endsWith(u'\n'))
            text += u". "_s;
        else
            text += u' ';
        text += remedy;
    }
    return text;
}

} // namespace assay
