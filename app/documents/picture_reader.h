#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/documents/picture_list.h"
#include "app/files/abandoned_tasks.h"
#include "app/images/image.h"
#include "app/images/image_file.h"

namespace texelscope::app {

/// The source of a path to a picture.
enum class PictureOrigin : unsigned char {
  /// The user: the picture is shown in a scene that accepts it.
  user,
  /// The user; a lab shows the file, too, and reports its errors.
  user_and_lab,
  /// The list of pictures: another picture of the same kind is shown in the same way.
  list,
  /// A session, or a part or a new version of the file that is shown: scene, lab and view stay.
  session
};

/// A picture to read.
struct WantedPicture {
  std::filesystem::path path{};
  ReadOptions reading{};
  PictureOrigin origin = PictureOrigin::user;
};

/// A picture that was read, or the reason why it cannot be read.
struct ReadPicture {
  WantedPicture wanted{};
  /// Null if it cannot be read.
  std::shared_ptr<const Image> image{};
  /// Empty if there is none.
  std::string error{};
  /// The file's modification time before it was read.
  std::optional<std::filesystem::file_time_type> written{};
};

/// All supported files in words, with their extensions: "a picture (png, …), tensors (npy or npz), …".
[[nodiscard]] std::string openable_files_text();

/// Reads a picture file or an .npy file, with load_scene_input(). The error for a file of another kind lists all
/// supported files or, in a session, those of pictures. Thread-safe.
[[nodiscard]] ReadPicture read_picture(WantedPicture wanted);

/// Reads one picture at a time on another thread.
class PictureReader {
 public:
  using Read = std::function<ReadPicture(WantedPicture wanted)>;
  explicit PictureReader(Read read = read_picture) : read_{std::move(read)} {}

  /// Reads this picture next. It is not begun before update(), and replaces one that waits for the one in progress.
  void want(WantedPicture wanted) { wanted_ = std::move(wanted); }
  /// Forgets the picture that has not been begun.
  void forget() { wanted_.reset(); }
  /// Abandons the picture in progress.
  void stop();
  /// Begins to read the wanted picture, unless one is in progress.
  void update();
  /// The picture in progress if it has been read, which ends it; nothing otherwise.
  [[nodiscard]] std::optional<ReadPicture> take();
  /// Waits for the picture in progress. Requires is_reading().
  [[nodiscard]] ReadPicture wait();

  /// The picture that is not begun; null for none.
  [[nodiscard]] const WantedPicture* wanted() const noexcept { return wanted_ ? &*wanted_ : nullptr; }
  /// The picture in progress; null for none.
  [[nodiscard]] const WantedPicture* current() const noexcept { return work_.valid() ? &current_ : nullptr; }
  [[nodiscard]] bool is_reading() const noexcept { return work_.valid(); }
  [[nodiscard]] bool is_busy() const noexcept { return wanted_ || work_.valid(); }

 private:
  Read read_;
  std::optional<WantedPicture> wanted_;
  WantedPicture current_;
  std::future<ReadPicture> work_;
  AbandonedTasks<ReadPicture> abandoned_;
};

}  // namespace texelscope::app
