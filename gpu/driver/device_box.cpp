#include "gpu/driver/device_box.h"

#include <cstdio>
#include <utility>

namespace texelscope::gpu {

void report_to(const DiagnosticHandler& handler, const Diagnostic& diagnostic) noexcept {
  const char* const severity = diagnostic.severity == Diagnostic::Severity::error ? "error" : "warning";
  try {
    if (handler) {
      handler(diagnostic);
      return;
    }
  } catch (...) {
    // A handler must not throw; what it was told is said below all the same.
  }
  std::fprintf(stderr, "texelscope: %s: %s\n", severity, diagnostic.text.c_str());
}

DeviceBox::DeviceBox(DeviceId id, std::unique_ptr<driver::Driver> driver, DiagnosticHandler diagnostics)
    : id_{id}, name_{to_string(id)}, driver_{std::move(driver)}, diagnostics_{std::move(diagnostics)} {
  call(driver::ContextRetain{id_.ordinal});
  try {
    properties_ = call(driver::DeviceQuery{}).properties;
  } catch (...) {
    clean_up(driver::ContextRelease{id_.ordinal});
    throw;
  }
}

DeviceBox::~DeviceBox() {
  stages_.free_all(*this);
  clean_up(driver::ContextRelease{id_.ordinal});
}

void DeviceBox::report(const Diagnostic& diagnostic) const noexcept { report_to(diagnostics_, diagnostic); }

void DeviceBox::throw_without_handle(const std::string& call_text) const {
  throw Error(name_ + ": " + call_text +
              " reported success and gave no handle: the driver is in a state of error; start the program again");
}

}  // namespace texelscope::gpu
