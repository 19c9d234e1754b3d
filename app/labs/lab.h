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

/// A view that keys zoom and move, and what it is about.
struct LabView {
  View* view = nullptr;
  ViewExtent extent;
};

/// A picture offered to a lab, which shows its values.
struct OfferedPicture {
  /// For display.
  std::string name;
  std::shared_ptr<const Image> image;
  /// Empty for a picture that no file has.
  std::filesystem::path file;
  /// The part of the file, see ReadOptions::part.
  std::string part;
};

/// What a lab can write to a file beside pictures.
struct LabFile {
  /// For the dialog and the file's name, such as "timeline".
  std::string_view name;
  /// Without the dot.
  std::string_view ending;
};

/// What a lab works on; kept while scenes or other labs are shown.
class LabState {
 public:
  virtual ~LabState() = default;

  /// The set-up, for undo, as names and texts.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> settings() const;
  /// Those of them that no session has: a session may come from anybody.
  [[nodiscard]] std::vector<std::string> settings_of_window() const;
  /// Takes one of them back. @throws ParameterError for an unknown name or a text that is no value of it.
  void set(std::string_view name, const std::string& text);
  /// Says whose settings these are, such as "session.json": what they hold is not run before the user asks for it.
  virtual void take_origin(const std::string& /*origin*/) {}
  /// Files that are read as it is set up now, when it is drawn.
  [[nodiscard]] virtual std::vector<std::filesystem::path> files_to_read() const { return {}; }

  /// Offers it a file that was dropped on the window or opened; whether it takes it.
  [[nodiscard]] virtual bool take_file(const std::filesystem::path& /*path*/) { return false; }
  /// Waits until a file that it took is read. @throws FileError where it is not.
  virtual void wait_for_file() {}
  /// Whether a file of this kind, by its name, opens the lab, whatever is open.
  [[nodiscard]] virtual bool is_opened_by(const std::filesystem::path& /*path*/) const { return false; }
  /// Offers the lab a picture; whether it takes it.
  [[nodiscard]] virtual bool take_picture(const OfferedPicture& /*picture*/) { return false; }
  /// Offers it a layout to show, without operations; whether it takes it.
  [[nodiscard]] virtual bool take_layout(const gpu::StridedLayout& /*layout*/) { return false; }
  /// Whether it changes by itself: then the window draws without waiting for events.
  [[nodiscard]] virtual bool is_busy() const { return false; }
  /// Whether something that it began at its start is not done yet: a run of a given number of frames waits for it.
  [[nodiscard]] virtual bool is_settling() const { return false; }
  /// What it does that takes its time, and that cancel_work() ends; nothing where it does not.
  [[nodiscard]] virtual std::optional<WorkInProgress> work_in_progress() const { return std::nullopt; }
  virtual void cancel_work() {}
  /// Whether run() would do something now.
  [[nodiscard]] virtual bool can_run() const { return false; }
  /// Begins what the lab does on request.
  virtual void run() {}
  /// Whether what is being typed is undone step by step like all else.
  [[nodiscard]] virtual bool undoes_typing() const { return false; }
  /// Null where there is nothing to zoom and move.
  [[nodiscard]] virtual LabView shown_view() { return {}; }
  /// The layout of the memory that it shows, for the Layout lab; nothing where there is none.
  [[nodiscard]] virtual std::optional<gpu::StridedLayout> shown_layout() const { return std::nullopt; }
  /// Whether it shows a picture that has values of its own, which shown_picture() then gives.
  [[nodiscard]] virtual bool shows_picture() const { return false; }
  /// That picture as it is now, to look at and to save; may take time. @throws gpu::InvalidArgument for numbers that
  /// are no picture.
  [[nodiscard]] virtual OfferedPicture shown_picture() const { return {}; }
  /// The file that it can write now; nothing where it writes none.
  [[nodiscard]] virtual std::optional<LabFile> file_to_save() const { return std::nullopt; }
  /// Writes that file, any time later and on any thread, with what is shown now.
  [[nodiscard]] virtual std::function<void(std::ostream&)> file_writer() const { return {}; }
  /// Whether the scene goes on while the lab is open, and the times of the device's work are taken.
  [[nodiscard]] virtual bool watches_scene() const { return false; }
  /// Gives back what it holds of the device and the renderer, which are about to be closed.
  virtual void release() {}

 private:
  /// The settings, each declared once: how it is written and how it is read, in the order of the session file.
  [[nodiscard]] virtual LabSettings declare_settings() = 0;
  /// Called before each that set() reads.
  virtual void begin_setting() {}
};

/// For LabDeclaration::make.
template <class Lab>
[[nodiscard]] std::unique_ptr<LabState> make_lab() {
  return std::make_unique<Lab>();
}

/// Declares a lab, once: a tool with panels of its own in the place of a scene's. The list, the menu, its key and the
/// session file read this.
struct LabDeclaration {
  /// Stable: the session file, `explore --lab` and tests use it.
  std::string_view name;
  std::string_view title;
  /// What it shows, in two sentences.
  std::string_view teaches;
  /// By GLFW's number.
  int key = 0;
  std::unique_ptr<LabState> (*make)() = nullptr;
  /// Draws into the properties.
  void (*draw_properties)(const PanelContext& context) = nullptr;
  /// Fills the viewport.
  void (*draw_main)(const PanelContext& context) = nullptr;
  /// Fills the line below the viewport.
  void (*draw_readout)(const PanelContext& context) = nullptr;
  /// Widgets that show times, addresses or what else differs from run to run: no comparison of pictures looks at them.
  std::vector<std::string_view> varies{};
  /// Widgets that show what the lab computes from its settings, by the names that it records; a name may end in '*'. A
  /// lesson that hides one of them hides all: with other settings, any of them may show the answer.
  std::vector<std::string_view> results{};
};

}  // namespace texelscope::app
