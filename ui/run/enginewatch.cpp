#include "ui/run/enginewatch.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

void EngineWatch::saw(const Entry &entry)
{
    if (entry.kind == "run.opened"_L1) {
        m_opened = true;
        m_engine = entry.data[u"pid"].toInteger();
    } else if (entry.kind == "run.closed"_L1) {
        m_opened = true;
        m_engine = 0;
    }
}

} // namespace assay::ui
