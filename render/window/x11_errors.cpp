#include "render/window/x11_errors.h"

#include <X11/Xlib.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <exception>
#include <mutex>
#include <set>
#include <utility>

#include "render/common/error.h"

namespace texelscope::render {
namespace {

// Xlib has one handler per process.
std::mutex errors_mutex;
std::vector<std::string> errors;
std::set<unsigned long> missing_windows;
int user_count = 0;
/// Called by the thread of the windows.
DisplayLossHandler::Save save_before_loss;
constexpr std::size_t error_limit = 100;

template <typename Function>
Function* find(const char* name) {
  void* const library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

int receive(Display* display, XErrorEvent* event) {
  std::array<char, 160> text{};
  if (const auto describe = find<decltype(XGetErrorText)>("XGetErrorText"); describe != nullptr) {
    describe(display, event->error_code, text.data(), static_cast<int>(text.size()));
  }
  const std::lock_guard lock{errors_mutex};
  if ((event->error_code == BadWindow || event->error_code == BadDrawable) && missing_windows.size() < error_limit) {
    missing_windows.insert(event->resourceid);
  }
  if (errors.size() < error_limit) {
    errors.push_back(fmt::format("the X server rejected request {}.{} on resource 0x{:x}: {}", event->request_code,
                                 event->minor_code, event->resourceid, text.data()));
  }
  return 0;
}

[[noreturn]] void throw_loss(const char* display) {
  const std::string saved = save_before_loss ? std::exchange(save_before_loss, nullptr)() : "";
  throw Unavailable{fmt::format(
      "lost the connection to display {}, because the X server ended or closed it{}{}; start the program again on a "
      "running display",
      display, saved.empty() ? "" : "; ", saved)};
}

/// Xlib holds its locks, and ends the process when this function returns.
int receive_loss(Display* display) {
  try {
    throw_loss(DisplayString(display));
  } catch (...) {
    // With the current exception, which GCC 12 drops at a function that is noexcept.
    std::terminate();
  }
}

void set_handlers(XErrorHandler handler, XIOErrorHandler loss_handler) {
  if (const auto set = find<decltype(XSetErrorHandler)>("XSetErrorHandler"); set != nullptr) {
    set(handler);
  }
  if (const auto set = find<decltype(XSetIOErrorHandler)>("XSetIOErrorHandler"); set != nullptr) {
    set(loss_handler);
  }
}

}  // namespace

X11Errors::X11Errors() {
  {
    const std::lock_guard lock{errors_mutex};
    ++user_count;
  }
  install();
}

X11Errors::~X11Errors() {
  const std::lock_guard lock{errors_mutex};
  if (--user_count == 0) {
    set_handlers(nullptr, nullptr);
    errors.clear();
    missing_windows.clear();
  }
}

void X11Errors::install() { set_handlers(receive, receive_loss); }

std::vector<std::string> X11Errors::take() {
  const std::lock_guard lock{errors_mutex};
  return std::exchange(errors, {});
}

bool X11Errors::is_missing(unsigned long window) const {
  const std::lock_guard lock{errors_mutex};
  return missing_windows.contains(window);
}

DisplayLossHandler::DisplayLossHandler(Save save) { save_before_loss = std::move(save); }

DisplayLossHandler::~DisplayLossHandler() { save_before_loss = nullptr; }

}  // namespace texelscope::render
