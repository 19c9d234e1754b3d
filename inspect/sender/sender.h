#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "inspect/include/texelscope_inspect.h"
#include "inspect/protocol/descriptor_socket.h"
#include "inspect/sender/budget.h"
#include "inspect/sender/source.h"

namespace texelscope::inspect {

/// The arrays that this process shows, and the thread that finds a window and talks to it. A process has one, which is
/// never destroyed: calls may come from destructors of static objects.
class Sender {
 public:
  /// A process that fork() made begins anew.
  [[nodiscard]] static Sender& instance();

  /// Copies an array if a window listens and the budget allows. @throws std::invalid_argument, std::system_error.
  [[nodiscard]] texelscope_inspect_status send(const texelscope_inspect_array* array);
  void end(const std::string& name);
  [[nodiscard]] bool wait_for_window(int milliseconds);
  void set_budget(double share) { budget_.set_share(share); }

 private:
  Sender();
  static void forget_in_child() noexcept;

  [[nodiscard]] std::shared_ptr<Source> source_of(const std::string& name);
  void start();
  void run();
  /// Connects and greets. @returns whether a window has answered.
  [[nodiscard]] bool find_window();
  void wait_for_socket(bool was_found);
  void serve();
  /// Sends what is new. @returns whether the connection stands; `is_full` if the socket takes no more now.
  [[nodiscard]] bool send_news(bool& is_full);
  [[nodiscard]] bool send_news_of(Source& source, std::unique_lock<std::mutex>& lock, bool& is_full);
  [[nodiscard]] bool send_copy(Source& source, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] bool send_all(const void* bytes, std::size_t size);
  [[nodiscard]] bool receive();
  void take(const MessageHeader& header, const std::byte* payload);
  void disconnect();
  void ring() const noexcept;

  Budget budget_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<Source>> sources_;
  std::uint32_t last_number_ = 0;
  bool has_started_ = false;
  bool has_searched_ = false;

  std::optional<Address> address_;
  gpu::FileDescriptor news_;
  gpu::FileDescriptor changes_;
  gpu::FileDescriptor socket_;
  std::string received_;
  bool has_descriptors_ = false;
};

}  // namespace texelscope::inspect
