#include "inspect/sender/sender.h"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <system_error>

namespace texelscope::inspect {
namespace {

using Clock = std::chrono::steady_clock;

/// Interval of updates that the window does not show.
constexpr auto seconds_unseen = std::chrono::milliseconds(500);
constexpr int milliseconds_at_exit = 200;

std::atomic<Sender*>& current() noexcept {
  static std::atomic<Sender*> sender{nullptr};
  return sender;
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
      std::call_once(once, [] {
        pthread_atfork(nullptr, nullptr, forget_in_child);
        std::atexit([] { texelscope_inspect_flush(milliseconds_at_exit); });
      });
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
  set_state(WindowState::unknown);
}

void Sender::start() {
  // Requires mutex_.
  if (has_started_) {
    return;
  }
  has_started_ = true;
  set_state(WindowState::nobody);
  if (!address_) {
    is_over_ = true;
    return;
  }
  news_ = gpu::FileDescriptor{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  // The program's handlers run on its own threads.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  // A crash is reported as in any other thread.
  for (const int crash : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT}) {
    sigdelset(&all, crash);
  }
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread([this] { run(); }).detach();
  } catch (const std::system_error&) {
    is_over_ = true;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Sender::ring() noexcept {
  ++rung_;
  const std::uint64_t one = 1;
  static_cast<void>(write(news_.number(), &one, sizeof one));
}

std::shared_ptr<Source> Sender::source_of(const std::string& name) {
  const std::lock_guard lock{mutex_};
  start();
  if (state() != WindowState::watched) {
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

bool Sender::may_copy(Source& source, Clock::time_point now) {
  const bool is_new = source.sequence == 0 || !source.control.is_mapped();
  const bool is_too_soon = !is_new && !source.is_shown() && now - source.sent < seconds_unseen;
  if (is_too_soon || !budget_.allows(&source, now)) {
    ++source.skipped;
    return false;
  }
  return true;
}

bool Sender::is_due(const char* name) {
  const std::shared_ptr<Source> source = source_of(checked_name(name));
  if (!source) {
    return false;
  }
  const std::unique_lock lock{source->mutex, std::try_to_lock};
  const Clock::time_point now = Clock::now();
  if (!lock || source->has_ended || !may_copy(*source, now)) {
    return false;
  }
  source->prepared_since = now;
  return true;
}

texelscope_inspect_status Sender::send(const texelscope_inspect_array* array) {
  const ShownArray shown = checked_array(array);
  const bool is_cuda = array->memory == TEXELSCOPE_INSPECT_CUDA;
  const std::shared_ptr<Source> source = source_of(shown.name);
  if (!source) {
    return TEXELSCOPE_INSPECT_NOT_WATCHED;
  }
  if (is_cuda && (!has_descriptors_ || shown.is_packed)) {
    throw std::invalid_argument("cannot show \"" + shown.name + "\": " +
                                (shown.is_packed ? "most of its memory on the device lies between its elements; show a "
                                                   "contiguous copy"
                                                 : "this connection does not share memory of a device; show a copy on "
                                                   "the host"));
  }
  const bool is_forced = (array->flags & TEXELSCOPE_INSPECT_ALWAYS) != 0;
  std::unique_lock lock{source->mutex, std::defer_lock};
  if (is_forced) {
    while (source->is_thread_waiting.load(std::memory_order_relaxed)) {
      std::this_thread::yield();
    }
    lock.lock();
  } else if (!lock.try_lock()) {
    return TEXELSCOPE_INSPECT_SKIPPED;
  }
  if (source->has_ended) {
    // The next one of this name begins when the window knows of this end.
    return TEXELSCOPE_INSPECT_SKIPPED;
  }
  const Clock::time_point now = Clock::now();
  const auto prepared_since = std::exchange(source->prepared_since, std::nullopt);
  const Clock::time_point begin = is_forced ? now : prepared_since.value_or(now);
  if (!is_forced && !may_copy(*source, now)) {
    return TEXELSCOPE_INSPECT_SKIPPED;
  }
  std::optional<std::size_t> slot;
  try {
    is_cuda ? source->make_cuda_ring(shown.data, shown.copy_bytes) : source->make_ring(shown.copy_bytes);
    slot = begin_writing(source->page());
    if (!slot) {
      ++source->skipped;
      return TEXELSCOPE_INSPECT_SKIPPED;
    }
    if (is_cuda) {
      source->cuda->copy(*slot, shown.data + shown.low, shown.copy_bytes, array->stream);
    } else {
      copy_array(shown, source->slot(*slot));
    }
  } catch (const std::invalid_argument& error) {
    if (slot) {
      set_state(source->page().slots[*slot], SlotState::free);
    }
    throw std::invalid_argument("cannot show \"" + shown.name + "\": " + error.what());
  }
  Slot& written = source->page().slots[*slot];
  CopiedArray copied{.layout = shown.layout,
                     .offset = shown.copy_offset(),
                     .bytes = shown.copy_bytes,
                     .time = wall_time(),
                     .skipped = std::exchange(source->skipped, 0),
                     .texture = array->texture != nullptr ? array->texture : ""};
  copied.layout.strides = shown.copy_strides;
  const std::string text = description(source->name, copied) + "}";
  if (text.size() > slot_text_bytes) {
    set_state(written, SlotState::free);
    throw std::invalid_argument("cannot show \"" + shown.name + "\": its name and texture have " +
                                std::to_string(text.size()) + " bytes, more than " + std::to_string(slot_text_bytes));
  }
  std::memcpy(written.text.data(), text.data(), text.size());
  written.text_bytes = static_cast<std::uint32_t>(text.size());
  source->copies[*slot] = std::move(copied);
  if (is_cuda) {
    ++source->sequence;
    source->copying.push_back(*slot);
  } else {
    finish_writing(written, ++source->sequence);
  }
  source->sent = Clock::now();
  source->has_news = source->has_news || !is_cuda;
  lock.unlock();
  ring();
  budget_.spend(source.get(), begin, Clock::now());
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
  changed_.wait_for(lock, std::chrono::milliseconds(std::max(milliseconds, 0)),
                    [this] { return is_over_ || state() == WindowState::watched; });
  return state() == WindowState::watched;
}

bool Sender::flush(int milliseconds) {
  std::unique_lock lock{mutex_};
  const std::uint64_t wanted = rung_;
  const auto is_done = [&] { return answered_ >= wanted || state() != WindowState::watched; };
  changed_.wait_for(lock, std::chrono::milliseconds(std::max(milliseconds, 0)), is_done);
  return is_done();
}

}  // namespace texelscope::inspect
