#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/image.h"
#include "app/images/view.h"
#include "app/labs/work_in_progress.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

struct LabSettings;
struct PanelContext;

/// A view that keys zoom and pan, and its contents.
struct LabView {
  View* view = nullptr;
  ViewExtent extent;
};

/// An image offered to a lab, which shows its values.
struct OfferedPicture {
  /// For display.
  std::string name;
  std::shared_ptr<const Image> image;
  /// Empty for an image without a file.
  std::filesystem::path file;
  /// The part of the file, see ReadOptions::part.
  std::string part;
};

/// A file, other than an image, that a lab can write.
struct LabFile {
  /// For the dialog and the file's name, such as "timeline".
  std::string_view name;
  /// Without the dot.
  std::string_view ending;
};

/// The state of a lab; it persists while scenes or other labs are shown.
class LabState {
 public:
  virtual ~LabState() = default;

  /// The settings, for undo, as names and texts.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> settings() const;
  /// The names of settings that no session stores: a session may come from anyone.
  [[nodiscard]] std::vector<std::string> settings_of_window() const;
  /// Restores one setting. @throws ParameterError for an unknown name or an invalid value.
  void set(std::string_view name, const std::string& text);
  /// A setting's text in canonical form: the same for all texts that the lab reads as the same value.
  [[nodiscard]] virtual std::string as_read(std::string_view /*name*/, const std::string& value) const { return value; }
  /// Receives the origin of the settings, such as "session.json": code in them must not run before the user requests
  /// it.
  virtual void take_origin(const std::string& /*origin*/) {}
  /// The files that the lab reads with its current settings when it is drawn.
  [[nodiscard]] virtual std::vector<std::filesystem::path> files_to_read() const { return {}; }

  /// Offers the lab a dropped or opened file. @returns whether it accepts the file.
  [[nodiscard]] virtual bool take_file(const std::filesystem::path& /*path*/) { return false; }
  /// Waits until an accepted file has been read. @throws FileError if it cannot be read.
  virtual void wait_for_file() {}
  /// Whether a file of this kind, as determined by its name, opens the lab regardless of what is displayed.
  [[nodiscard]] virtual bool is_opened_by(const std::filesystem::path& /*path*/) const { return false; }
  /// Offers the lab an image. @returns whether it accepts the image.
  [[nodiscard]] virtual bool take_picture(const OfferedPicture& /*picture*/) { return false; }
  /// Offers the lab a layout to show, without operations. @returns whether it accepts the layout.
  [[nodiscard]] virtual bool take_layout(const gpu::StridedLayout& /*layout*/) { return false; }
  /// Whether the lab changes without input; the window then draws without waiting for events.
  [[nodiscard]] virtual bool is_busy() const { return false; }
  /// Whether the work that begins when the lab is opened or changed is still in progress; a run of a given number of
  /// frames waits for it.
  [[nodiscard]] virtual bool is_settling() const { return false; }
  /// The long operation in progress, which cancel_work() ends; nothing if there is none.
  [[nodiscard]] virtual std::optional<WorkInProgress> work_in_progress() const { return std::nullopt; }
  virtual void cancel_work() {}
  /// Whether run() has an effect now.
  [[nodiscard]] virtual bool can_run() const { return false; }
  /// Starts the lab's operation on request.
  virtual void run() {}
  /// Whether typing is undone step by step like other changes.
  [[nodiscard]] virtual bool undoes_typing() const { return false; }
  /// Null if there is nothing to zoom and pan.
  [[nodiscard]] virtual LabView shown_view() { return {}; }
  /// The layout of the memory that the lab shows, for the Layout lab; nothing if there is none.
  [[nodiscard]] virtual std::optional<gpu::StridedLayout> shown_layout() const { return std::nullopt; }
  /// Whether the lab shows an image whose original values shown_picture() can return.
  [[nodiscard]] virtual bool shows_picture() const { return false; }
  /// The picture that the lab shows, in its current state, to view and to save; this may take time. @throws
  /// gpu::InvalidArgument for data that is not an image.
  [[nodiscard]] virtual OfferedPicture shown_picture() const { return {}; }
  /// The file that the lab can write now; nothing if there is none.
  [[nodiscard]] virtual std::optional<LabFile> file_to_save() const { return std::nullopt; }
  /// A function that writes the lab's current contents to a file, at any later time and on any thread.
  [[nodiscard]] virtual std::function<void(std::ostream&)> file_writer() const { return {}; }
  /// Whether the scene keeps running while the lab is open, and device work is timed.
  [[nodiscard]] virtual bool watches_scene() const { return false; }
  /// Forgets the item at the mouse, whose values its readout shows: see shows_values_at_mouse().
  virtual void forget_mouse() {}
  /// Releases the lab's objects of the device and the renderer, which are about to be closed.
  virtual void release() {}

 private:
  /// The settings in the order of the session file; each is declared once, with its conversions to and from text.
  [[nodiscard]] virtual LabSettings declare_settings() = 0;
  /// Called before each set().
  virtual void begin_setting() {}
};

/// For LabDeclaration::make.
template <class Lab>
[[nodiscard]] std::unique_ptr<LabState> make_lab() {
  return std::make_unique<Lab>();
}

/// The single declaration of a lab, which is a tool with its own panels in place of a scene's. The list, the menu, the
/// lab's key and the session file use it.
struct LabDeclaration {
  /// Stable: the session file, `explore --lab` and tests use it.
  std::string_view name;
  std::string_view title;
  /// Its topic, in two sentences.
  std::string_view teaches;
  /// By GLFW's number.
  int key = 0;
  std::unique_ptr<LabState> (*make)() = nullptr;
  /// Draws into the properties panel.
  void (*draw_properties)(const PanelContext& context) = nullptr;
  /// Fills the viewport.
  void (*draw_main)(const PanelContext& context) = nullptr;
  /// Fills the line below the viewport.
  void (*draw_readout)(const PanelContext& context) = nullptr;
  /// Widgets that show times, addresses or other values that vary between runs: image comparisons ignore them.
  std::vector<std::string_view> varies{};
  /// Widgets that show what the lab computes from its settings, by the names that it records; a name may end in '*'. A
  /// lesson that hides one of them must hide all, because with other settings any of them may show the answer.
  std::vector<std::string_view> results{};
};

}  // namespace texelscope::app
