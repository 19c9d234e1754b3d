#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "inspect/protocol/descriptor_socket.h"
#include "inspect/sender/budget.h"
#include "inspect/sender/source.h"
#include "texelscope_inspect.h"

namespace texelscope::inspect {

/// Values of texelscope_inspect_state.
enum class WindowState : int { unknown, nobody, watched };
[[nodiscard]] inline WindowState state() noexcept {
  return static_cast<WindowState>(__atomic_load_n(&texelscope_inspect_state, __ATOMIC_ACQUIRE));
}
inline void set_state(WindowState state) noexcept {
  __atomic_store_n(&texelscope_inspect_state, static_cast<int>(state), __ATOMIC_RELEASE);
}

/// The arrays that this process shows, and the thread that finds a window and talks to it. A process has one, which is
/// never destroyed: calls may come from destructors of static objects.
class Sender {
 public:
  /// A process that fork() made begins anew.
  [[nodiscard]] static Sender& instance();

  /// Copies an array if a window listens and the budget allows. @throws std::invalid_argument, std::system_error.
  [[nodiscard]] texelscope_inspect_status send(const texelscope_inspect_array* array);
  /// Whether send() would copy an array of this name now; it counts the time from here on. @throws
  /// std::invalid_argument.
  [[nodiscard]] bool is_due(const char* name);
  void end(const std::string& name);
  [[nodiscard]] bool wait_for_window(int milliseconds);
  /// Waits until the window has been told of all that was sent. @returns whether it has.
  [[nodiscard]] bool flush(int milliseconds);
  void set_budget(double share) { budget_.set_share(share); }

 private:
  Sender();
  static void forget_in_child() noexcept;

  [[nodiscard]] std::shared_ptr<Source> source_of(const std::string& name);
  /// Whether a copy is allowed; otherwise it counts as skipped.
  [[nodiscard]] bool may_copy(Source& source, Budget::Clock::time_point now);
  void start();
  void run();
  /// Connects and greets. @returns whether a window has answered.
  [[nodiscard]] bool find_window();
  void wait_for_socket(bool was_connected);
  void serve();
  /// Conditions that hold up the rest of the news.
  struct Pending {
    bool socket = false;  ///< It takes no more now.
    bool copies = false;  ///< On a device.
    bool answer = false;  ///< The window's answer to the state before.
  };
  /// Sends what is new. @returns whether the connection stands.
  [[nodiscard]] bool send_news(Pending& pending);
  [[nodiscard]] bool send_news_of(Source& source, std::unique_lock<std::mutex>& lock, bool& is_full);
  [[nodiscard]] bool send_copy(Source& source, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] bool send_all(const void* bytes, std::size_t size);
  [[nodiscard]] bool receive();
  void take(const MessageHeader& header, const std::byte* payload);
  void disconnect();
  void ring() noexcept;

  Budget budget_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<Source>> sources_;
  /// Their memory on a device is freed when the window, which may still use it, is gone.
  std::vector<std::shared_ptr<Source>> ended_;
  std::uint32_t last_number_ = 0;
  bool has_started_ = false;
  /// Whether no window can be found any more.
  bool is_over_ = false;
  /// Announcements that were requested, and those that were made.
  std::atomic<std::uint64_t> rung_ = 0;
  std::uint64_t answered_ = 0;

  std::optional<Address> address_;
  gpu::FileDescriptor news_;
  gpu::FileDescriptor changes_;
  gpu::FileDescriptor socket_;
  std::string received_;
  std::atomic<bool> has_descriptors_ = false;
};

}  // namespace texelscope::inspect
