#include "render/common/call_observer.h"

#include <utility>

#include "render/common/observed_call.h"

namespace texelscope::render {
namespace {

// A context is current on one thread, so its calls and their observers are per thread.
thread_local CallObserver* observer_of_thread = nullptr;
thread_local std::string_view injected_failure;

}  // namespace

bool CallObserver::before(std::string_view /*name*/) noexcept { return false; }

std::string_view CallObserver::injected_result() const noexcept { return {}; }

void CallObserver::after(std::string_view /*name*/, std::string_view /*failure*/, CallClock::time_point /*start*/,
                         CallClock::time_point /*end*/) noexcept {}

ObserveCalls::ObserveCalls(CallObserver& observer) noexcept : former_{std::exchange(observer_of_thread, &observer)} {}

ObserveCalls::~ObserveCalls() { observer_of_thread = former_; }

CallObserver* call_observer() noexcept { return observer_of_thread; }

std::string_view take_injected_failure() noexcept { return std::exchange(injected_failure, {}); }

void set_injected_failure(std::string_view failure) noexcept { injected_failure = failure; }

}  // namespace texelscope::render
