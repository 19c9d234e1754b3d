#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/images/pixel_rectangle.h"
#include "app/images/view.h"

namespace texelscope::app {

/// The comparison of the shown picture with the other one.
enum class PictureComparison : unsigned char {
  off,
  /// The left part of the shown picture and the right part of the other.
  split,
  absolute,
  signed_values,
  relative,
  squared,
  flip,
  /// The mean of both.
  overlay
};

/// Whether it shows differences, which have colors and an exposure of their own.
[[nodiscard]] constexpr bool is_difference(PictureComparison comparison) {
  return comparison >= PictureComparison::absolute && comparison <= PictureComparison::flip;
}

/// The names for sessions and widgets, in the order of PictureComparison.
[[nodiscard]] std::span<const std::string_view> picture_comparison_names();
/// The names that users see.
[[nodiscard]] std::span<const std::string_view> picture_comparison_titles();

/// A unique name of a file, however it was specified: absolute, without "." and "..". The unchanged path if the current
/// folder does not exist.
[[nodiscard]] std::filesystem::path plain_path(const std::filesystem::path& path);

/// The folder of paths that stand for pixels of other processes: such pictures have no file, and keep their pixels.
inline constexpr std::string_view live_folder = "/live programs";
[[nodiscard]] bool is_live_path(const std::filesystem::path& path);

/// A picture of the list.
struct ListedPicture {
  /// An absolute path.
  std::filesystem::path path{};
  ReadOptions reading{};
  /// Null until the picture is read, and after two others have been shown.
  std::shared_ptr<const Image> image{};
  /// The file's modification time when it was read.
  std::optional<std::filesystem::file_time_type> written{};
  /// Null until the thumbnail is created, and if the file cannot be read.
  std::shared_ptr<const Image> thumbnail{};
  /// The error of the last attempt to read the picture; empty after success or without an attempt.
  std::string error{};
  /// Whether the thumbnail was created, is being created or cannot be created.
  bool has_asked_thumbnail = false;
  /// Whether the file was deleted or moved while the picture is shown, or its pixels are kept to flip to it.
  bool is_missing = false;
  /// Whether the list shows its row.
  bool is_in_sight = false;
};

/// A folder whose pictures the list follows.
struct ListedFolder {
  /// An absolute path.
  std::filesystem::path path{};
  /// The paths of its pictures when it was last read; those that the user removed from the list stay removed.
  std::set<std::filesystem::path> known{};
  /// The folder's modification time before it was last read; nothing if it must be read again.
  std::optional<std::filesystem::file_time_type> written{};
  ReadOptions reading{};
};

/// The open pictures.
struct PictureList {
  std::vector<ListedPicture> pictures{};
  std::vector<ListedFolder> folders{};
  /// Position of the scenes' input; nothing if they use their own picture.
  std::optional<std::size_t> shown{};
  /// Position of the last requested picture, which may be unreadable.
  std::optional<std::size_t> asked{};
  /// Position of the picture to flip to and compare with: the previously shown picture, or else the next picture.
  std::optional<std::size_t> other{};
  PictureComparison comparison = PictureComparison::off;
  /// The exposure of the picture while a difference is shown, otherwise that of differences.
  double other_exposure = 0;
  /// The shown picture's fraction of the width of a split, 0 … 1.
  double split = 0.5;
  bool is_split_dragged = false;
  /// Rectangles that comparisons ignore, in texels.
  std::vector<PixelRectangle> masks{};
  bool is_mask_dragged = false;
  /// Start of the drag in the picture.
  Point mask_start{};
  /// Pixels of a removed picture that scenes keep using until another picture replaces it; null if there is none.
  std::shared_ptr<const Image> removed{};
};

/// The positions of two compared pictures.
struct PicturePair {
  std::size_t a = 0;
  std::size_t b = 0;
};
/// The shown picture and the other one, in the list's order, so that each keeps its letter when they are flipped;
/// nothing without both.
[[nodiscard]] std::optional<PicturePair> picture_pair(const PictureList& list);

/// Maximum number of pictures in a list; further pictures are omitted.
inline constexpr std::size_t max_listed_pictures = 10'000;

/// The pictures in a folder, including .npy files, by their extensions, in the order of is_name_before();
/// excludes subfolders. Empty if the folder cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> pictures_in(const std::filesystem::path& folder);

/// Records the scenes' input picture: adds it to the list if necessary, and retains its pixels and those of the
/// previous one; those of all others are freed. `time`: the file's modification time before it was read; by default,
/// its current modification time.
void take_shown(PictureList& list, const std::filesystem::path& path, const ReadOptions& reading,
                std::shared_ptr<const Image> image,
                const std::optional<std::filesystem::file_time_type>& time = std::nullopt);

/// Lists the pixels of another process, or replaces those of its path.
void list_live_picture(PictureList& list, const std::filesystem::path& path, std::shared_ptr<const Image> image);

/// Records the result of reading a listed picture that is not shown.
void set_image(PictureList& list, const std::filesystem::path& path, const ReadOptions& reading,
               std::shared_ptr<const Image> image, const std::optional<std::filesystem::file_time_type>& time);
void set_error(PictureList& list, const std::filesystem::path& path, const ReadOptions& reading,
               const std::string& error);

/// The position `step` places after the last requested picture, or before it, wrapping around, so that an unreadable
/// picture is skipped; the first position if none was requested. Nothing for an empty list.
[[nodiscard]] std::optional<std::size_t> position_after(const PictureList& list, int step);

/// Lists a removed picture again: at its position, or at the end of a shorter list. Does nothing if it is listed.
void list_again(PictureList& list, std::size_t position, const std::filesystem::path& path, const ReadOptions& reading);

/// Lists a picture, whose path is a result of plain_path(), before the one at a position, at most the last one's + 1.
void insert_picture(PictureList& list, std::size_t position, const std::filesystem::path& path,
                    const ReadOptions& reading);

/// Removes a picture from the list. Ignores positions past the end.
void remove_picture(PictureList& list, std::size_t position);

/// The file's modification time; nothing if it cannot be queried.
[[nodiscard]] std::optional<std::filesystem::file_time_type> time_written(const std::filesystem::path& file);

}  // namespace texelscope::app
