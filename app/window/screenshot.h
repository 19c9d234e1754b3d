#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/window/state.h"

namespace texelscope::app {

/// A scene whose frames build on each other is run to the one that is shown.
inline constexpr std::uint64_t max_picture_frame = 1'000'000;

/// How a picture of the window is drawn.
struct ScreenshotOptions {
  /// In pixels.
  int width = 1280;
  int height = 720;
  /// Of text and widgets.
  double scale = 1;
  /// Of the state's scene, at most max_picture_frame; without it, the scene's most telling one.
  std::optional<std::uint64_t> frame{};
  /// What is done first, one after the other: see picture_steps.h.
  std::vector<std::string> steps{};
};

/// What a window shows.
struct Screenshot {
  /// 3 channels of 8 bits.
  Image image;
  /// Where the widgets are in it, by name.
  std::map<std::string, Rect> widgets;
  /// Where it differs from run to run, by what the open lab tells.
  std::vector<Rect> varying{};
};

/// A line of text as it is seen on the screen.
struct DrawnText {
  std::string text;
  /// In pixels.
  Rect place;
};

/// The widgets and the visible text of the panels.
struct DrawnPanels {
  /// Where the widgets are, by name.
  std::map<std::string, Rect> widgets;
  std::vector<DrawnText> texts;
};

/// Draws the panels of a state in a window of this size, in pixels, until they have come to rest.
using DrawPanels = std::function<DrawnPanels(State& state, int width, int height)>;

/// Draws pictures of the window without one, on the thread that made it. The same state gives the same bytes, except
/// where it shows times, addresses or what else differs from run to run.
class WindowPainter {
 public:
  WindowPainter() = default;
  WindowPainter(const WindowPainter&) = delete;
  WindowPainter& operator=(const WindowPainter&) = delete;
  virtual ~WindowPainter() = default;

  /// As sessions begin, with the labs and the device. Gone before this is.
  [[nodiscard]] virtual State make_state() const = 0;
  /// What a window shows of a state when it has come to rest; another scene that a step chooses is shown at its own
  /// most telling frame. Time goes on by 1/60 s a frame. The state's labs release what they hold.
  /// @throws ParameterError for a frame out of range or a step that cannot be done, gpu::Error for a scene that fails
  /// or a window that does not come to rest within a minute, render::Error, FileError for a file
  /// that the state names, as its picture or in the open lab, and that cannot be read.
  [[nodiscard]] virtual Screenshot paint(State& state, const ScreenshotOptions& options) const = 0;
};

/// What pictures of the window are drawn on.
struct WindowPainterOptions {
  /// None: a CUDA device where one works, else the CPU device.
  std::optional<gpu::DeviceId> device{};
  gpu::DeviceOptions device_options{};
  /// What is alive on it; may be null.
  std::shared_ptr<const gpu::LiveObjects> live_objects{};
  /// Gets what the user should know, such as which device was chosen.
  std::function<void(std::string_view)> note{};
};

}  // namespace texelscope::app
