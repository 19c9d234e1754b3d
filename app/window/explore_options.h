#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/device/renderer_fault.h"
#include "app/device/renderer_kind.h"
#include "app/files/named_tensor.h"
#include "app/images/image_file.h"
#include "app/labs/tensor/tensor_view.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/fault_injector.h"

namespace texelscope::app {

class Review;

/// The scene that a window shows by default.
inline constexpr std::string_view default_scene = "image";

/// The places where programs find the window to show their arrays, see SourceControl.
struct ListeningPlaces {
  /// A socket's path, an address, or "off"; empty for the user's runtime folder.
  std::string programs = "off";
  /// For programs that speak tev's protocol: a path or an address; empty for none.
  std::string tev{};
};

/// Options of the window, from the command line or from the program in whose process the window runs.
struct ExploreOptions {
  /// The picture to show, or a file of tensors; none for the scene's own.
  std::optional<std::filesystem::path> image;
  /// Pictures, and folders of them, for the list; `image` is the first.
  std::vector<std::filesystem::path> listed_files{};
  /// Pairs of pictures to review; null for none.
  std::shared_ptr<Review> review{};
  /// Options for reading the picture.
  ReadOptions reading{};
  std::optional<std::filesystem::path> session;
  /// A course file, whose lessons are listed instead of the built-in lessons.
  std::optional<std::filesystem::path> course{};
  /// Whether to start without restoring the last session.
  bool starts_fresh = false;
  /// Tensors for the Tensors lab, which opens with the first tensor unless `lab` or `scene` requests something else.
  /// Their memory may change while the window is open, and must outlive it.
  std::vector<NamedTensor> tensors;
  /// The view of the first tensor; none for its default.
  std::optional<TensorView> tensor_view;
  /// If empty, a CUDA device if one works, otherwise the CPU device.
  std::optional<gpu::DeviceId> device;
  RendererKind renderer = RendererKind::gl;
  std::string scene{default_scene};
  /// The lab to open; none for the scene.
  std::string lab;
  /// Parameters as in --set name=value, in the order given.
  std::vector<std::pair<std::string, std::string>> settings;
  /// Size of the window in screen coordinates; 0 for the session's size or, without one, a size from 1280 × 720 to 1600
  /// × 1008 that fits the display.
  int width = 0;
  int height = 0;
  /// Scale of text and widgets; 0 for the display's.
  double scale = 0;
  /// Number of frames after which the window quits, for measurements.
  std::optional<std::uint64_t> frames;
  /// Output file of the frames' times.
  std::optional<std::filesystem::path> timing;
  /// Output file of a screenshot before the window quits.
  std::optional<std::filesystem::path> screenshot;
  /// Output file of the widgets' rectangles and contents, as JSON, rewritten whenever they change: for tests that drive
  /// the window.
  std::optional<std::filesystem::path> widgets;
  /// Output file of the trace of driver calls, as Chrome's trace events.
  std::optional<std::filesystem::path> trace;
  /// The driver call and the renderer call that are made to fail.
  std::optional<gpu::Fault> fail;
  std::optional<RendererFault> fail_renderer;
  ListeningPlaces listening{};
  bool has_vsync = true;
  /// Called in each iteration of the window's loop, at least four times per second, on the window's thread; returns
  /// whether to quit. An exception also ends the window. May be empty.
  std::function<bool()> wants_to_quit;
};

/// Whether this is a user's window, so that its session is saved: not a run with a fixed number of frames, not the
/// window of another program, and not a review, which writes only what the user accepts.
[[nodiscard]] inline bool is_for_a_user(const ExploreOptions& options) {
  return !options.frames && options.tensors.empty() && !options.review;
}

}  // namespace texelscope::app
