#include "core/engine/ledger.h"

#include "core/journal/journalreader.h"

namespace assay {

Ledger::Ledger(const RunFolder &folder, std::unique_ptr<JournalWriter> writer)
    : m_folder(folder),
      m_writer(std::move(writer))
{}

Result<std::unique_ptr<Ledger>> Ledger::open(const RunFolder &folder, std::unique_ptr<JournalWriter> writer)
{
    std::unique_ptr<Ledger> ledger(new Ledger(folder, std::move(writer)));
    const auto read = readJournal(folder.journal(), 0, false, [&](Entry &&entry) {
        ledger->m_state.apply(entry);
        return true;
    });
    if (!read)
        return failure(read.error());
    return ledger;
}

Status Ledger::append(Draft draft)
{
    const auto entry = m_writer->append(std::move(draft));
    if (!entry)
        return failure(entry.error());
    fold(*entry);
    return {};
}

Status Ledger::append(QList<Draft> drafts)
{
    if (drafts.isEmpty())
        return {};
    const auto entries = m_writer->append(std::move(drafts));
    if (!entries)
        return failure(entries.error());
    for (const Entry &entry : *entries)
        fold(entry);
    return {};
}

void Ledger::fold(const Entry &entry)
{
    m_state.apply(entry);
    if (m_observer)
        m_observer(entry);
}

} // namespace assay
