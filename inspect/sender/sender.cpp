#include "inspect/sender/sender.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include "inspect/sender/part.h"

namespace texelscope::inspect {
namespace {

using Clock = std::chrono::steady_clock;

/// Values of texelscope_inspect_state.
constexpr int not_started = 0;
constexpr int nobody = 1;
constexpr int watched = 2;

/// Interval of updates that the window does not show.
constexpr auto seconds_unseen = std::chrono::milliseconds(500);
/// The time in which a window must answer, and take what it is sent.
constexpr int answer_milliseconds = 2000;
/// The time in which a link without shared memory must carry a part of an array: slow ones are in use, too. The program
/// does not wait for it.
constexpr int link_milliseconds = 30'000;
/// Interval between attempts where nothing says that a window has begun to listen.
constexpr int retry_milliseconds = 2000;

void set_state(int state) noexcept { __atomic_store_n(&texelscope_inspect_state, state, __ATOMIC_RELEASE); }

std::atomic<Sender*>& current() noexcept {
  static std::atomic<Sender*> sender{nullptr};
  return sender;
}

bool wait_for(int file, short events, int milliseconds) noexcept {
  pollfd one{file, events, 0};
  return poll(&one, 1, milliseconds) > 0;
}

std::string process_name() {
  std::array<char, 256> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  const std::string name{path.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
  return name.substr(name.rfind('/') + 1);
}

std::int64_t wall_time() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Sender& Sender::instance() {
  Sender* sender = current().load(std::memory_order_acquire);
  if (sender == nullptr) {
    static std::mutex making;
    const std::lock_guard lock{making};
    sender = current().load();
    if (sender == nullptr) {
      sender = new Sender;
      current().store(sender, std::memory_order_release);
      static std::once_flag once;
      std::call_once(once, [] { pthread_atfork(nullptr, nullptr, forget_in_child); });
    }
  }
  return *sender;
}

Sender::Sender() : address_{default_address()} {}

void Sender::forget_in_child() noexcept {
  // Only this thread exists in the child, and any mutex may be locked: nothing of the parent's is used or freed.
  if (Sender* const parent = current().exchange(nullptr)) {
    parent->socket_.close();
    parent->news_.close();
    parent->changes_.close();
  }
  set_state(not_started);
}

void Sender::start() {
  // Requires mutex_.
  if (has_started_) {
    return;
  }
  has_started_ = true;
  set_state(nobody);
  if (!address_) {
    has_searched_ = true;
    return;
  }
  news_ = gpu::FileDescriptor{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  // The program's handlers run on its own threads.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread([this] { run(); }).detach();
  } catch (const std::system_error&) {
    has_searched_ = true;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Sender::ring() const noexcept {
  const std::uint64_t one = 1;
  static_cast<void>(write(news_.number(), &one, sizeof one));
}

std::shared_ptr<Source> Sender::source_of(const std::string& name) {
  const std::lock_guard lock{mutex_};
  start();
  if (__atomic_load_n(&texelscope_inspect_state, __ATOMIC_ACQUIRE) != watched) {
    return nullptr;
  }
  const auto found = sources_.find(name);
  if (found != sources_.end()) {
    return found->second;
  }
  if (sources_.size() >= max_arrays) {
    throw std::invalid_argument("cannot show \"" + name + "\": this program already shows " +
                                std::to_string(max_arrays) + " arrays; end some of them, or use fewer names");
  }
  auto made = std::make_shared<Source>();
  made->number = ++last_number_;
  made->name = name;
  sources_.emplace(name, made);
  return made;
}

texelscope_inspect_status Sender::send(const texelscope_inspect_array* array) {
  const ShownArray shown = checked_array(array);
  if (array->memory != TEXELSCOPE_INSPECT_HOST) {
    throw std::invalid_argument("cannot show \"" + shown.name + "\": memory of this kind is not supported");
  }
  const std::shared_ptr<Source> source = source_of(shown.name);
  if (!source) {
    return TEXELSCOPE_INSPECT_NOT_WATCHED;
  }
  const bool is_forced = (array->flags & TEXELSCOPE_INSPECT_ALWAYS) != 0;
  std::unique_lock lock{source->mutex, std::defer_lock};
  if (is_forced) {
    lock.lock();
  } else if (!lock.try_lock()) {
    return TEXELSCOPE_INSPECT_SKIPPED;
  }
  const Clock::time_point begin = Clock::now();
  const bool is_new = source->sequence == 0 || !source->control.is_mapped();
  const bool is_too_soon = !is_new && !source->is_shown() && begin - source->sent < seconds_unseen;
  if (!is_forced && (is_too_soon || !budget_.allows(source.get(), begin))) {
    ++source->skipped;
    return TEXELSCOPE_INSPECT_SKIPPED;
  }
  source->make_ring(shown.copy_bytes);
  const std::optional<std::size_t> slot = begin_writing(source->page());
  if (!slot) {
    ++source->skipped;
    return TEXELSCOPE_INSPECT_SKIPPED;
  }
  copy_array(shown, source->slot(*slot));
  CopiedArray copied{.layout = shown.layout,
                     .offset = shown.copy_offset(),
                     .bytes = shown.copy_bytes,
                     .time = wall_time(),
                     .skipped = std::exchange(source->skipped, 0),
                     .texture = array->texture != nullptr ? array->texture : ""};
  copied.layout.strides = shown.copy_strides;
  Slot& written = source->page().slots[*slot];
  const std::string text = description(source->name, copied) + "}";
  if (text.size() > slot_text_bytes) {
    set_state(written, SlotState::free);
    throw std::invalid_argument("cannot show \"" + shown.name + "\": its name and texture have " +
                                std::to_string(text.size()) + " bytes, more than " + std::to_string(slot_text_bytes));
  }
  std::memcpy(written.text.data(), text.data(), text.size());
  written.text_bytes = static_cast<std::uint32_t>(text.size());
  source->copies[*slot] = std::move(copied);
  finish_writing(written, ++source->sequence);
  source->sent = Clock::now();
  budget_.spend(source.get(), begin, source->sent);
  source->has_news = true;
  lock.unlock();
  ring();
  return TEXELSCOPE_INSPECT_SENT;
}

void Sender::end(const std::string& name) {
  std::shared_ptr<Source> source;
  {
    const std::lock_guard lock{mutex_};
    const auto found = sources_.find(name);
    if (found == sources_.end()) {
      return;
    }
    source = found->second;
  }
  {
    const std::lock_guard lock{source->mutex};
    source->has_ended = true;
  }
  ring();
}

bool Sender::wait_for_window(int milliseconds) {
  std::unique_lock lock{mutex_};
  start();
  changed_.wait_for(lock, std::chrono::milliseconds(std::max(milliseconds, 0)), [this] { return has_searched_; });
  return __atomic_load_n(&texelscope_inspect_state, __ATOMIC_ACQUIRE) == watched;
}

void Sender::run() {
  pthread_setname_np(pthread_self(), "texelscope-insp");
  while (true) {
    bool is_found = false;
    try {
      is_found = find_window();
      {
        const std::lock_guard lock{mutex_};
        has_searched_ = true;
        set_state(is_found ? watched : nobody);
      }
      changed_.notify_all();
      if (is_found) {
        serve();
      }
    } catch (const std::exception&) {
      // No memory: the connection ends, and the program goes on.
    }
    disconnect();
    wait_for_socket(is_found);
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
  const std::string text = "{\"process\":" + std::to_string(getpid()) + ",\"program\":" + quoted(process_name()) + "}";
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

void Sender::wait_for_socket(bool was_found) {
  if (changes_.is_closed()) {
    poll(nullptr, 0, retry_milliseconds);
    return;
  }
  // A window creates its socket anew; one that closed the connection may still listen.
  static_cast<void>(wait_for(changes_.number(), POLLIN, was_found ? retry_milliseconds : -1));
}

void Sender::disconnect() {
  std::map<std::string, std::shared_ptr<Source>> sources;
  {
    const std::lock_guard lock{mutex_};
    set_state(nobody);
    sources.swap(sources_);
  }
  for (const auto& [name, source] : sources) {
    const std::lock_guard lock{source->mutex};
    source->drop_ring();
  }
  socket_.close();
}

void Sender::serve() {
  bool is_full = false;
  while (true) {
    std::array<pollfd, 2> files{
        {{socket_.number(), static_cast<short>(is_full ? POLLIN | POLLOUT : POLLIN), 0}, {news_.number(), POLLIN, 0}}};
    if (poll(files.data(), files.size(), is_full ? answer_milliseconds : -1) < 0 && errno != EINTR) {
      return;
    }
    std::uint64_t count = 0;
    static_cast<void>(read(news_.number(), &count, sizeof count));
    if ((files[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && !receive()) {
      return;
    }
    is_full = false;
    if (!send_news(is_full)) {
      return;
    }
  }
}

bool Sender::send_news(bool& is_full) {
  std::vector<std::shared_ptr<Source>> sources;
  {
    const std::lock_guard lock{mutex_};
    for (const auto& [name, source] : sources_) {
      sources.push_back(source);
    }
  }
  for (const std::shared_ptr<Source>& source : sources) {
    std::unique_lock lock{source->mutex};
    if (is_full || !(source->has_news || source->has_ended)) {
      continue;
    }
    if (!send_news_of(*source, lock, is_full)) {
      return false;
    }
    if (source->has_ended && !source->has_news && !is_full) {
      source->drop_ring();
      lock.unlock();
      const std::lock_guard lock_all{mutex_};
      sources_.erase(source->name);
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
      const std::array files{source.control_file.number(), source.slots_file.number()};
      const std::string text =
          "{\"name\":" + quoted(source.name) + ",\"slot_bytes\":" + std::to_string(source.slot_bytes) + "}";
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
  return !source.has_ended || sent(MessageType::end, "") || is_full;
}

bool Sender::send_copy(Source& source, std::unique_lock<std::mutex>& lock) {
  source.has_news = false;
  if (const std::optional<std::size_t> newest = begin_reading(source.page())) {
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
  lock.lock();
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
  const std::lock_guard lock{source->mutex};
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
