#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/images/view.h"
#include "app/labs/work_in_progress.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/strided_layout.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

/// Abilities that only some labs have. A lab derives from those that apply to it, and its user asks for one by its type
/// (app/documents/labs.h).
namespace texelscope::app {

/// Accepts files: those that the user opens while the lab is open, and those of its own kind.
class TakesFiles {
 public:
  virtual ~TakesFiles() = default;
  /// Offers the lab a dropped or opened file. @returns whether it accepts the file.
  [[nodiscard]] virtual bool take_file(const std::filesystem::path& path) = 0;
  /// Whether a file of this kind, as determined by its name, opens the lab regardless of what is displayed.
  [[nodiscard]] virtual bool is_opened_by(const std::filesystem::path& /*path*/) const { return false; }
  /// Waits until an accepted file has been read. @throws FileError if it cannot be read.
  virtual void wait_for_file() {}
  /// The files that the lab reads with its current settings when it is drawn.
  [[nodiscard]] virtual std::vector<std::filesystem::path> files_to_read() const = 0;
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

/// Shows the values of images.
class TakesPictures {
 public:
  virtual ~TakesPictures() = default;
  /// Offers the lab an image. @returns whether it accepts the image.
  [[nodiscard]] virtual bool take_picture(const OfferedPicture& picture) = 0;
};

/// The open picture as the user sees it.
struct SeenPicture {
  OfferedPicture picture;
  /// The position under the mouse, in texels of the image; nothing if the mouse is not over it.
  std::optional<Point> at;
  /// The view of it: screen pixels per texel and the texel in the middle; nothing if a lab is open.
  std::optional<View> view;
  /// The texture that samples it; nothing if the shown scene samples in its own way.
  std::optional<gpu::TextureDescriptor> texture;

  /// The position under the mouse; without one, the middle of the view, or that of the picture.
  [[nodiscard]] Point focus() const {
    return at.value_or(view ? view->center : Point{picture.image->width / 2.0, picture.image->height / 2.0});
  }
};

/// Works on the open picture.
class WorksOnPictures {
 public:
  virtual ~WorksOnPictures() = default;
  /// Makes the picture the lab's subject, at the texel under the mouse; does nothing if it cannot.
  virtual void work_on(const SeenPicture& seen) = 0;
};

/// Shows layouts.
class TakesLayouts {
 public:
  virtual ~TakesLayouts() = default;
  /// Shows a layout, without operations.
  virtual void take_layout(const gpu::StridedLayout& layout) = 0;
};

/// One fetch of a kernel, with all that determines its result.
struct OfferedFetch {
  /// For display.
  std::string name;
  gpu::ArrayDescriptor array;
  gpu::ResourceKind resource = gpu::ResourceKind::array;
  gpu::TextureDescriptor texture;
  /// The texels of each level, without padding: x fastest, then y, z, and layers or faces.
  std::vector<std::vector<std::byte>> levels;
  kernels::TextureFetch fetch;
};

/// Explains fetches.
class TakesFetches {
 public:
  virtual ~TakesFetches() = default;
  virtual void take_fetch(std::shared_ptr<const OfferedFetch> fetch) = 0;
};

/// Shows an image, whose original values it can return.
class ShowsPicture {
 public:
  virtual ~ShowsPicture() = default;
  /// Whether there is one now.
  [[nodiscard]] virtual bool shows_picture() const = 0;
  /// The picture in its current state, to view and to save; this may take time. @throws gpu::InvalidArgument for data
  /// that is not an image.
  [[nodiscard]] virtual OfferedPicture shown_picture() const = 0;
};

/// Shows memory with a layout.
class ShowsLayout {
 public:
  virtual ~ShowsLayout() = default;
  /// Nothing if there is none now.
  [[nodiscard]] virtual std::optional<gpu::StridedLayout> shown_layout() const = 0;
};

/// A view that keys zoom and pan, and its contents.
struct LabView {
  View* view = nullptr;
  ViewExtent extent;
};

/// Has a view that keys zoom and pan.
class HasView {
 public:
  virtual ~HasView() = default;
  /// Null if there is nothing to zoom and pan now.
  [[nodiscard]] virtual LabView shown_view() = 0;
};

/// Has a task that the user starts.
class Runs {
 public:
  virtual ~Runs() = default;
  /// Whether run() has an effect now.
  [[nodiscard]] virtual bool can_run() const = 0;
  virtual void run() = 0;
};

/// Has long operations.
class WorksLong {
 public:
  virtual ~WorksLong() = default;
  /// The operation in progress, which cancel_work() ends; nothing if there is none.
  [[nodiscard]] virtual std::optional<WorkInProgress> work_in_progress() const = 0;
  virtual void cancel_work() = 0;
};

/// A file, other than an image, that a lab can write.
struct LabFile {
  /// For the dialog and the file's name, such as "timeline".
  std::string_view name;
  /// Without the dot.
  std::string_view ending;
};

/// Writes its contents to a file.
class Exports {
 public:
  virtual ~Exports() = default;
  [[nodiscard]] virtual LabFile file_to_save() const = 0;
  /// A function that writes the current contents to a file, at any later time and on any thread.
  [[nodiscard]] virtual std::function<void(std::ostream&)> file_writer() const = 0;
};

/// Observes the scene.
class WatchesScene {
 public:
  virtual ~WatchesScene() = default;
  /// Whether the scene keeps running while the lab is open, and device work is timed.
  [[nodiscard]] virtual bool watches_scene() const = 0;
};

/// Edits a text that runs.
class EditsCode {
 public:
  virtual ~EditsCode() = default;
  /// Receives the origin of the settings, such as "session.json": code in them must not run before the user requests
  /// it.
  virtual void take_origin(const std::string& origin) = 0;
  /// Whether typing is undone step by step like other changes now.
  [[nodiscard]] virtual bool undoes_typing() const = 0;
  /// Whether this is the edited text.
  [[nodiscard]] virtual bool has_text(const std::string& other) const = 0;
  /// Moves the cursor to a line, from 1.
  virtual void show_line(int line) = 0;
};

}  // namespace texelscope::app
