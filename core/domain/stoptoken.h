// Cancellation: one source, many tokens, readable from any thread.
//
// QFuture::cancel only ends the watching; work is ended by this token, which process hosts poll.
#pragma once

#include <atomic>
#include <memory>

namespace assay {

class StopToken {
public:
    StopToken() = default; ///< never stops
    [[nodiscard]] bool stopRequested() const { return m_flag && m_flag->load(std::memory_order_relaxed); }

private:
    friend class StopSource;
    explicit StopToken(std::shared_ptr<std::atomic<bool>> flag) : m_flag(std::move(flag)) {}
    std::shared_ptr<std::atomic<bool>> m_flag;
};

class StopSource {
public:
    [[nodiscard]] StopToken token() const { return StopToken(m_flag); }
    void requestStop() { m_flag->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool stopRequested() const { return m_flag->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

} // namespace assay
