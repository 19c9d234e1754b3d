#include "texelscope/gpu/fault_injector.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "gpu/driver/driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// Contains each name once: calls that do parts of one function share a name.
std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  const auto add = [&names](std::string_view name) {
    if (std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  };
#define TEXELSCOPE_ADD_NAME(Call) add(driver::Call::info.name);
  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_ADD_NAME)
#undef TEXELSCOPE_ADD_NAME
  return names;
}

std::uint64_t number_from(std::string_view whole, std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number == 0) {
    throw InvalidArgument(
        fmt::format("'{}' does not name a call: use its number from 1, a driver function, or FUNCTION:NUMBER", whole));
  }
  return number;
}

/// The length of the common prefix of two names, ignoring case.
std::size_t shared_beginning(std::string_view a, std::string_view b) {
  const auto lower = [](char character) { return character >= 'A' && character <= 'Z' ? character + 32 : character; };
  std::size_t length = 0;
  while (length < std::min(a.size(), b.size()) && lower(a[length]) == lower(b[length])) {
    ++length;
  }
  return length;
}

void require_function(std::string_view name) {
  const auto names = driver_call_names();
  if (std::ranges::find(names, name) == names.end()) {
    const auto nearest = std::ranges::max_element(
        names, {}, [name](std::string_view candidate) { return shared_beginning(name, candidate); });
    throw InvalidArgument(fmt::format("unknown driver function '{}'; did you mean '{}'? functions: {}", name, *nearest,
                                      fmt::join(names, ", ")));
  }
}

}  // namespace

std::span<const std::string_view> driver_call_names() {
  static const std::vector<std::string_view> names = all_names();
  return names;
}

Fault fault_from_string(std::string_view text) {
  Fault fault;
  std::string_view call = text;
  if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
    call = text.substr(0, equals);
    const std::optional<Status> status = status_from_string(text.substr(equals + 1));
    if (!status || *status == Status::success) {
      throw InvalidArgument(
          fmt::format("'{}' is not an error: use a nonzero CUresult number, such as 719, or its name, such as "
                      "launch_failed",
                      text.substr(equals + 1)));
    }
    fault.status = *status;
    fault.is_lasting = ends_context(fault.status);
  }
  const bool has_name = !call.empty() && (call.front() < '0' || call.front() > '9') && call.front() != '-';
  if (!has_name) {
    fault.nth = number_from(text, call);
    return fault;
  }
  const std::size_t colon = std::min(call.find(':'), call.size());
  fault.name = call.substr(0, colon);
  require_function(fault.name);
  if (colon < call.size()) {
    fault.nth = number_from(text, call.substr(colon + 1));
  }
  return fault;
}

FaultInjector::FaultInjector(Fault fault) : fault_{std::move(fault)} {}

FaultInjector::FaultInjector(std::uint64_t nth, Status status) : fault_{{}, nth, status} {}

FaultInjector::FaultInjector(std::string name, std::uint64_t nth, Status status)
    : fault_{std::move(name), nth, status} {}

Status FaultInjector::before(const CallView& call) noexcept {
  if (fault_.is_lasting && has_fired()) {
    return fault_.status;
  }
  if (!fault_.name.empty() && call.name() != fault_.name) {
    return Status::success;
  }
  if (count_.fetch_add(1) + 1 != fault_.nth) {
    return Status::success;
  }
  // A literal, which ends with a null character.
  failed_call_.store(call.name().data());
  return fault_.status;
}

std::string_view FaultInjector::failed_call() const noexcept {
  const char* const name = failed_call_.load();
  return name == nullptr ? std::string_view{} : std::string_view{name};
}

}  // namespace texelscope::gpu
