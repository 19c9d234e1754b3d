#pragma once

#include <optional>
#include <string>

#include "app/accesses/access_capture.h"
#include "app/cli/command.h"
#include "app/cli/common_options.h"

namespace texelscope::app {

/// The options of a command that records the accesses of kernels, as specified.
struct AccessOptions {
  std::string file;
  /// "X,Y,WxH"; empty for all threads.
  std::string region;
  std::string every;
  std::string most;
  bool checks_hazards = false;
};
void add_access_options(CommandOptions& command, AccessOptions& options);

/// A run whose kernels are recorded as the options request.
class AccessRun {
 public:
  /// @throws UsageError for invalid options; gpu::Unavailable if the scenes cannot be recorded.
  explicit AccessRun(const AccessOptions& options);

  [[nodiscard]] bool is_recording() const noexcept { return capture_.has_value(); }
  /// Chooses the CPU device, the only one that records. @throws UsageError if another was chosen.
  static void require_cpu(CommonOptions& options);
  /// The options for the device.
  [[nodiscard]] gpu::DeviceOptions observe(gpu::DeviceOptions options) const;
  /// Before each frame: the accesses of unwanted frames are not kept.
  void begin_frame(bool is_wanted);
  /// After each frame: names its surface.
  void name_frame(gpu::SurfaceHandle surface);
  /// Prints the hazards found so far, once.
  void print_hazards();
  /// Writes the file and prints the hazards. Returns the exit code. @throws FileError.
  [[nodiscard]] int finish();

 private:
  void print_hazards(const RecordedAccesses& recorded);

  const AccessOptions& options_;
  std::optional<AccessCapture> capture_;
  bool is_printed_ = false;
  bool has_hazards_ = false;
};

}  // namespace texelscope::app
