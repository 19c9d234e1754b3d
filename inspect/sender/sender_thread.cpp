// The thread of Sender: it finds a window, and tells it what calls have copied.
#include <poll.h>
#include <pthread.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <vector>

#include "inspect/sender/part.h"
#include "inspect/sender/program_name.h"
#include "inspect/sender/sender.h"

namespace texelscope::inspect {
namespace {

/// The time in which a window must answer, and take what it is sent.
constexpr int answer_milliseconds = 2000;
/// The time in which a link without shared memory must carry a part of an array: slow ones are in use, too. The program
/// does not wait for it.
constexpr int link_milliseconds = 30'000;
/// Interval between queries of copies on a device, which do not report their completion.
constexpr int copy_milliseconds = 1;
/// Interval between attempts where nothing says that a window has begun to listen.
constexpr int retry_milliseconds = 2000;

bool wait_for(int file, short events, int milliseconds) noexcept {
  pollfd one{file, events, 0};
  return poll(&one, 1, milliseconds) > 0;
}

}  // namespace

void Sender::run() {
  pthread_setname_np(pthread_self(), "texelscope-insp");
  while (true) {
    bool was_connected = false;
    try {
      const bool is_found = find_window();
      // A window listens, too, whose queue is full.
      was_connected = !socket_.is_closed() || errno == EAGAIN;
      {
        const std::lock_guard lock{mutex_};
        set_state(is_found ? WindowState::watched : WindowState::nobody);
      }
      changed_.notify_all();
      if (is_found) {
        serve();
      }
    } catch (const std::exception&) {
      // No memory: the connection ends, and the program goes on.
    }
    disconnect();
    wait_for_socket(was_connected);
  }
}

bool Sender::find_window() {
  // Watches before it looks, so that no window is missed.
  changes_ = gpu::FileDescriptor{inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
  const std::string folder = address_->path.substr(0, address_->path.rfind('/'));
  if (address_->path.empty() ||
      inotify_add_watch(changes_.number(), folder.c_str(), IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) < 0) {
    changes_.close();
  }
  socket_ = connect_to(*address_);
  if (socket_.is_closed()) {
    return false;
  }
  // The window learns from a descriptor whether memory can be shared over this connection.
  gpu::FileDescriptor probe;
  const SharedPages pages = SharedPages::create(4096, true, probe);
  const std::string text = "{\"process\":" + std::to_string(getpid()) + ",\"program\":" + quoted(program_name()) + "}";
  const bool is_local = !address_->path.empty();
  const MessageHeader header{.type = static_cast<std::uint16_t>(MessageType::hello),
                             .descriptors = static_cast<std::uint16_t>(is_local ? 1 : 0),
                             .text_bytes = static_cast<std::uint32_t>(text.size())};
  const int descriptor = probe.number();
  if ((is_local && !pages.is_mapped()) || !wait_for(socket_.number(), POLLOUT, answer_milliseconds) ||
      !send_now(socket_.number(), header, text, {&descriptor, is_local ? 1U : 0U})) {
    return false;
  }
  received_.clear();
  has_descriptors_ = false;
  MessageHeader answer{};
  std::string bytes;
  while (bytes.size() < sizeof answer) {
    std::array<std::byte, sizeof answer> part{};
    if (!wait_for(socket_.number(), POLLIN, answer_milliseconds)) {
      return false;
    }
    const Received got = receive_now(socket_.number(), std::span{part}.first(sizeof answer - bytes.size()));
    if (got.bytes == std::size_t{0}) {
      return false;
    }
    bytes.append(reinterpret_cast<const char*>(part.data()), got.bytes.value_or(0));
  }
  std::memcpy(&answer, bytes.data(), sizeof answer);
  has_descriptors_ = answer.number == 1;
  return answer.magic == message_magic && answer.type == static_cast<std::uint16_t>(MessageType::welcome);
}

void Sender::wait_for_socket(bool was_connected) {
  if (changes_.is_closed()) {
    poll(nullptr, 0, retry_milliseconds);
    return;
  }
  // A window creates its socket anew; one that did not answer, or closed the connection, may still listen.
  static_cast<void>(wait_for(changes_.number(), POLLIN, was_connected ? retry_milliseconds : -1));
}

void Sender::disconnect() {
  std::map<std::string, std::shared_ptr<Source>> sources;
  // Frees memory of a device, which waits, after the socket is closed and without the lock.
  std::vector<std::shared_ptr<Source>> ended;
  {
    const std::lock_guard lock{mutex_};
    set_state(WindowState::nobody);
    sources.swap(sources_);
    ended.swap(ended_);
  }
  changed_.notify_all();
  for (const auto& [name, source] : sources) {
    const std::unique_lock lock = source->lock_first();
    source->drop_ring();
  }
  socket_.close();
}

void Sender::serve() {
  Pending pending;
  while (true) {
    std::array<pollfd, 2> files{{{socket_.number(), static_cast<short>(pending.socket ? POLLIN | POLLOUT : POLLIN), 0},
                                 {news_.number(), POLLIN, 0}}};
    const int patience = pending.copies ? copy_milliseconds : pending.socket ? answer_milliseconds : -1;
    if (poll(files.data(), files.size(), patience) < 0 && errno != EINTR) {
      return;
    }
    std::uint64_t count = 0;
    static_cast<void>(read(news_.number(), &count, sizeof count));
    if ((files[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && !receive()) {
      return;
    }
    pending = {};
    const std::uint64_t rung = rung_;
    if (!send_news(pending)) {
      return;
    }
    if (!pending.socket && !pending.copies && !pending.answer) {
      {
        const std::lock_guard lock{mutex_};
        answered_ = rung;
      }
      changed_.notify_all();
    }
  }
}

bool Sender::send_news(Pending& pending) {
  std::vector<std::shared_ptr<Source>> sources;
  {
    const std::lock_guard lock{mutex_};
    for (const auto& [name, source] : sources_) {
      sources.push_back(source);
    }
  }
  for (const std::shared_ptr<Source>& source : sources) {
    std::unique_lock lock = source->lock_first();
    const bool are_copied = source->finish_copies();
    pending.copies = pending.copies || !are_copied;
    if (pending.socket || !(source->has_news || (source->has_ended && are_copied))) {
      continue;
    }
    if (!send_news_of(*source, lock, pending.socket)) {
      return false;
    }
    pending.answer = pending.answer || source->has_news;
    if (source->has_ended && are_copied && !source->has_news && !pending.socket) {
      source->drop_ring();
      const bool has_retired = !source->retired.empty();
      lock.unlock();
      const std::lock_guard lock_all{mutex_};
      sources_.erase(source->name);
      if (has_retired) {
        ended_.push_back(source);
      }
    }
  }
  return true;
}

bool Sender::send_news_of(Source& source, std::unique_lock<std::mutex>& lock, bool& is_full) {
  if (source.awaits_taken && source.has_news) {
    // The newest state follows, and the end after it.
    return true;
  }
  const auto sent = [&](MessageType type, const std::string& text, std::span<const int> descriptors = {}) {
    const MessageHeader header{.type = static_cast<std::uint16_t>(type),
                               .descriptors = static_cast<std::uint16_t>(descriptors.size()),
                               .text_bytes = static_cast<std::uint32_t>(text.size()),
                               .number = source.number};
    if (send_now(socket_.number(), header, text, descriptors)) {
      return true;
    }
    is_full = errno == EAGAIN || errno == EWOULDBLOCK;
    return false;
  };
  if (source.has_news && !has_descriptors_) {
    if (!send_copy(source, lock)) {
      return false;
    }
  } else if (source.has_news) {
    if (!source.is_announced) {
      const std::array files{source.control_file.number(),
                             source.cuda ? source.cuda->pool_file() : source.slots_file.number()};
      const std::string text = "{\"name\":" + quoted(source.name) +
                               ",\"slot_bytes\":" + std::to_string(source.slot_bytes) +
                               (source.cuda ? source.cuda->description() : "") + "}";
      if (!sent(MessageType::ring, text, files)) {
        return is_full;
      }
      source.is_announced = true;
      source.control_file.close();
      source.slots_file.close();
    }
    if (!sent(MessageType::bell, "")) {
      return is_full;
    }
    source.has_news = false;
  }
  const bool is_unknown = source.sequence == 0;
  return !source.has_ended || is_unknown || !source.copying.empty() || sent(MessageType::end, "") || is_full;
}

bool Sender::send_copy(Source& source, std::unique_lock<std::mutex>& lock) {
  source.has_news = false;
  if (const std::optional<std::size_t> newest = begin_reading(source.page(), source.last_read)) {
    if (source.kept) {
      set_state(source.page().slots[*source.kept], SlotState::free);
    }
    source.kept = newest;
  }
  if (!source.kept) {
    return true;
  }
  const CopiedArray& whole = source.copies[*source.kept];
  const ArrayPart part = source.demand.step == 0 ? ArrayPart{.array = whole, .place = {}, .bytes = {}}
                                                 : part_of(whole, source.slot(*source.kept), source.demand);
  const std::string text = description(source.name, part.array) + part.place + "}";
  const MessageHeader header{.type = static_cast<std::uint16_t>(MessageType::frame),
                             .text_bytes = static_cast<std::uint32_t>(text.size()),
                             .number = source.number,
                             .payload_bytes = part.bytes.size()};
  source.awaits_taken = true;
  // The program shows its next state while this one is on its way.
  lock.unlock();
  const bool is_sent = send_all(&header, sizeof header) && send_all(text.data(), text.size()) &&
                       send_all(part.bytes.data(), part.bytes.size());
  lock = source.lock_first();
  return is_sent;
}

bool Sender::send_all(const void* bytes, std::size_t size) {
  const auto* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = ::send(socket_.number(), from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      from += sent;
      size -= static_cast<std::size_t>(sent);
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      return false;
    } else {
      // A window that has closed its end may leave the buffers full.
      pollfd one{socket_.number(), POLLOUT | POLLRDHUP, 0};
      if (poll(&one, 1, link_milliseconds) <= 0 || (one.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0) {
        return false;
      }
    }
  }
  return true;
}

bool Sender::receive() {
  std::array<std::byte, 4096> buffer{};
  const Received got = receive_now(socket_.number(), buffer);
  if (got.bytes == std::size_t{0}) {
    return false;
  }
  received_.append(reinterpret_cast<const char*>(buffer.data()), got.bytes.value_or(0));
  while (received_.size() >= sizeof(MessageHeader)) {
    MessageHeader header;
    std::memcpy(&header, received_.data(), sizeof header);
    if (header.magic != message_magic || header.text_bytes != 0 || header.payload_bytes > sizeof(Demand)) {
      return false;
    }
    const std::size_t size = sizeof header + static_cast<std::size_t>(header.payload_bytes);
    if (received_.size() < size) {
      return true;
    }
    std::array<std::byte, sizeof(Demand)> payload{};
    std::memcpy(payload.data(), received_.data() + sizeof header, size - sizeof header);
    take(header, payload.data());
    received_.erase(0, size);
  }
  return true;
}

void Sender::take(const MessageHeader& header, const std::byte* payload) {
  std::shared_ptr<Source> source;
  {
    const std::lock_guard lock{mutex_};
    for (const auto& [name, one] : sources_) {
      source = one->number == header.number ? one : source;
    }
  }
  if (!source) {
    return;
  }
  const std::unique_lock lock = source->lock_first();
  if (header.type == static_cast<std::uint16_t>(MessageType::taken)) {
    source->awaits_taken = false;
  } else if (header.type == static_cast<std::uint16_t>(MessageType::demand) && header.payload_bytes == sizeof(Demand)) {
    std::memcpy(&source->demand, payload, sizeof(Demand));
    if (source->control.is_mapped()) {
      source->page().is_shown.store(source->demand.step == 0 ? 0 : 1, std::memory_order_relaxed);
    }
    // The last state is sent again: a program may not send another.
    source->has_news = source->has_news || source->kept;
  }
}

}  // namespace texelscope::inspect
