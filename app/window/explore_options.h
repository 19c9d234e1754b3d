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

/// The scene of a window that nothing else is named for.
inline constexpr std::string_view default_scene = "image";

/// What the command line, or a program in whose process it is, asks of the window.
struct ExploreOptions {
  /// The picture to show, or a file of tensors; none for the scene's own.
  std::optional<std::filesystem::path> image;
  /// Pictures, and folders of them, for the list; `image` is the first.
  std::vector<std::filesystem::path> listed_files{};
  /// Pairs of pictures to go through; null for none.
  std::shared_ptr<Review> review{};
  /// How the picture is read.
  ReadOptions reading{};
  std::optional<std::filesystem::path> session;
  /// The file of a course, whose lessons are listed in the place of those that come with the program.
  std::optional<std::filesystem::path> course{};
  /// Whether the last session does not come back, where nothing else is asked for.
  bool starts_fresh = false;
  /// Shown by the Tensor lab, which opens on the first of them unless `lab` or `scene` names another. Their memory
  /// may change while the window is open, and stays as long.
  std::vector<NamedTensor> tensors;
  /// How the first of them is looked at; none for the way that comes with it.
  std::optional<TensorView> tensor_view;
  /// None: a CUDA device where one works, else the CPU device.
  std::optional<gpu::DeviceId> device;
  RendererKind renderer = RendererKind::gl;
  std::string scene{default_scene};
  /// The lab to open; none for the scene.
  std::string lab;
  /// Parameters as in --set name=value, in the order given.
  std::vector<std::pair<std::string, std::string>> settings;
  /// Size of the window in screen coordinates; 0 for the one that the session had, or else from 1280 × 720
  /// to 1600 × 1008, as the display has room.
  int width = 0;
  int height = 0;
  /// Scale of text and widgets; 0 for the display's.
  double scale = 0;
  /// Quits after so many frames, for measurements.
  std::optional<std::uint64_t> frames;
  /// Where the times of the frames go.
  std::optional<std::filesystem::path> timing;
  /// Where a picture of the window goes before it quits.
  std::optional<std::filesystem::path> screenshot;
  /// Where the rectangles of the widgets and what they show go, as JSON, whenever they change: for tests that drive the
  /// window.
  std::optional<std::filesystem::path> widgets;
  /// Where the trace of the driver calls goes, as Chrome's trace events.
  std::optional<std::filesystem::path> trace;
  /// The driver call, and the call of the renderer, that fail.
  std::optional<gpu::Fault> fail;
  std::optional<RendererFault> fail_renderer;
  bool has_vsync = true;
  /// Asked in each turn of the window's loop, four times a second or more, on the window's thread: whether to quit.
  /// What it throws ends the window too. May be empty.
  std::function<bool()> wants_to_quit;
};

/// Whether a user's window is asked for, whose session is kept: not a run of so many frames, nor what another program
/// shows, nor a review, which writes only what the user accepts.
[[nodiscard]] inline bool is_for_a_user(const ExploreOptions& options) {
  return !options.frames && options.tensors.empty() && !options.review;
}

}  // namespace texelscope::app
