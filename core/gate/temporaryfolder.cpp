#include "core/gate/temporaryfolder.h"

#include "core/git/trash.h"

#include <QFile>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace assay {

TemporaryFolder::TemporaryFolder(QByteArray path) : m_path(std::move(path))
{
    if (m_path.isEmpty())
        return;
    const QString shown = QFile::decodeName(m_path);
    m_made = discard(shown); // a crash may have left it
    if (m_made && ::mkdir(m_path.constData(), 0700) != 0)
        m_made = systemFailure(u"the folder for temporary files cannot be made"_s, shown, u"Delete what is there."_s);
}

TemporaryFolder::~TemporaryFolder()
{
    if (!m_path.isEmpty() && m_made)
        (void)discard(QFile::decodeName(m_path)); // what is left goes when the next one is made
}

} // namespace assay
