#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// A scene with history is run up to the shown frame.
inline constexpr std::uint64_t max_picture_frame = 1'000'000;

/// Options for a screenshot of the window.
struct ScreenshotOptions {
  /// In pixels.
  int width = 1280;
  int height = 720;
  /// Scale of text and widgets.
  double scale = 1;
  /// Frame number of the state's scene, at most max_picture_frame; if empty, the scene's default frame.
  std::optional<std::uint64_t> frame{};
  /// The name of an array of a running program to show first, which is waited for; empty for none.
  std::string source{};
  /// Steps to perform first, in order: see picture_steps.h.
  std::vector<std::string> steps{};
  /// Whether the user typed the steps. Others may come from anyone: a step that writes a file, lists a folder, uses the
  /// clipboard, or compiles source other than the program's examples is refused.
  bool is_of_user = false;
  /// Receives each file that is read because the state or a step names it, once. May be empty.
  std::function<void(const std::filesystem::path& file)> note_read{};
};

/// The contents of a window.
struct Screenshot {
  /// 3 channels of 8 bits.
  Image image;
  /// Rectangles of its widgets, by name.
  std::map<std::string, Rect> widgets;
  /// Areas that differ between runs, as reported by the open lab.
  std::vector<Rect> varying{};
  /// The viewport and the panels beside it, without the bars above and below; empty if unknown.
  Rect content{};
};

/// A visible line of text.
struct DrawnText {
  std::string text;
  /// In pixels.
  Rect place;
};

/// The widgets and the visible text of the panels.
struct DrawnPanels {
  /// Rectangles of the widgets, by name.
  std::map<std::string, Rect> widgets;
  std::vector<DrawnText> texts;
  /// Texts of tooltips and of the readout for positions of the mouse over the viewport, with the mouse's position as
  /// their place; only while a question is open.
  std::vector<DrawnText> pointed{};
  /// The characters in the font of running text, by code point; empty if unknown.
  std::vector<bool> characters{};
};

/// Draws the panels of a state in a window of this size, in pixels, until they no longer change.
using DrawPanels = std::function<DrawnPanels(State& state, int width, int height)>;

/// Draws screenshots without a window, on the thread that created it. The same state produces the same bytes, except
/// where it shows times, addresses or other values that differ between runs.
class WindowPainter {
 public:
  WindowPainter() = default;
  WindowPainter(const WindowPainter&) = delete;
  WindowPainter& operator=(const WindowPainter&) = delete;
  virtual ~WindowPainter() = default;

  /// The initial state of a session, with the labs and the device. Must be destroyed before this object.
  [[nodiscard]] virtual State make_state() const = 0;
  /// The window's contents for a state once it no longer changes; if a step chooses a different scene, that scene is
  /// shown at its default frame. Time advances by 1/60 s per frame. The state's labs free their resources. @throws
  /// ParameterError for a frame out of range or an unavailable or refused step, gpu::Error for a scene that fails or a
  /// window that does not settle within a minute, render::Error, FileError for an unreadable file that the state
  /// specifies as its picture or in the open lab.
  [[nodiscard]] virtual Screenshot paint(State& state, const ScreenshotOptions& options) const = 0;
};

/// The device and observers for screenshots.
struct WindowPainterOptions {
  /// If empty, a CUDA device if one works, otherwise the CPU device.
  std::optional<gpu::DeviceId> device{};
  gpu::DeviceOptions device_options{};
  /// Live objects of the device; may be null.
  std::shared_ptr<const gpu::LiveObjects> live_objects{};
  /// Receives notes for the user, such as the chosen device.
  std::function<void(std::string_view)> note{};
};

}  // namespace texelscope::app
