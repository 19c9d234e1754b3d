#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/images/pixel_rectangle.h"
#include "app/images/view.h"

namespace texelscope::app {

/// How the picture that is shown is held against the other one.
enum class PictureComparison : unsigned char {
  off,
  /// The left part of the shown one, the right part of the other.
  split,
  absolute,
  signed_values,
  relative,
  squared,
  flip
};

/// For sessions and widgets, in the order of PictureComparison.
[[nodiscard]] std::span<const std::string_view> picture_comparison_names();
/// For people.
[[nodiscard]] std::span<const std::string_view> picture_comparison_titles();

/// One name for a file, however it was given: absolute, without "." and "..". The path as it is where the current
/// folder is gone.
[[nodiscard]] std::filesystem::path plain_path(const std::filesystem::path& path);

/// A picture of the list.
struct ListedPicture {
  /// An absolute one.
  std::filesystem::path path{};
  ReadOptions reading{};
  /// Null until it is read, and again once two others have been shown.
  std::shared_ptr<const Image> image{};
  /// When the file had last been written as it was read.
  std::optional<std::filesystem::file_time_type> written{};
  /// Null until it is made, and where the file cannot be read.
  std::shared_ptr<const Image> thumbnail{};
  /// Why it cannot be read, as it was tried last; empty where it can, or was not tried.
  std::string error{};
  /// Whether it is made, is being made or cannot be.
  bool has_asked_thumbnail = false;
  /// Whether the list shows its row.
  bool is_in_sight = false;
};

/// The pictures that are open.
struct PictureList {
  std::vector<ListedPicture> pictures{};
  /// Position of the one that scenes work on; nothing where they work on their own.
  std::optional<std::size_t> shown{};
  /// Position of the one that was asked for last, which may be one that cannot be read.
  std::optional<std::size_t> asked{};
  /// Position of the one that was shown before it, or else the next one, which it is flipped and compared with.
  std::optional<std::size_t> other{};
  PictureComparison comparison = PictureComparison::off;
  /// The share of a split picture's width that is the shown one, 0 … 1.
  double split = 0.5;
  bool is_split_dragged = false;
  /// The rectangles that comparisons leave out, in texels.
  std::vector<PixelRectangle> masks{};
  bool is_mask_dragged = false;
  /// Where in the picture the drag began.
  Point mask_start{};
  /// Pixels of a picture that was taken out while scenes worked on it, which they do until they have another; null
  /// for none.
  std::shared_ptr<const Image> removed{};
};

/// Most pictures that a list takes; what is beyond is left out.
inline constexpr std::size_t max_listed_pictures = 10'000;

/// The pictures that are in a folder, .npy files among them, by the endings of their names, sorted; not those of
/// folders in it. Empty where the folder cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> pictures_in(const std::filesystem::path& folder);

/// Adds files behind the last picture, each once, and of a folder its pictures. Returns the position of the first of
/// them, also where it was listed before; nothing where there is none.
std::optional<std::size_t> add_files(PictureList& list, std::span<const std::filesystem::path> files,
                                     const ReadOptions& reading = {});

/// Takes down which picture scenes work on: lists it where it is not listed yet, and keeps its pixels and those of the
/// one shown before; those of all others go. `time`: when its file had last been written before it was read; nothing
/// for now.
void take_shown(PictureList& list, const std::filesystem::path& path, const ReadOptions& reading,
                std::shared_ptr<const Image> image,
                const std::optional<std::filesystem::file_time_type>& time = std::nullopt);

/// Takes down what came of reading a listed picture that is not shown.
void set_image(PictureList& list, const std::filesystem::path& path, const ReadOptions& reading,
               std::shared_ptr<const Image> image, const std::optional<std::filesystem::file_time_type>& time);
void set_error(PictureList& list, const std::filesystem::path& path, const ReadOptions& reading,
               const std::string& error);

/// The position `step` places behind the picture that was asked for last, or before it, around the ends, so that one
/// that cannot be read is passed over; the first where there was none.
/// Nothing for an empty list.
[[nodiscard]] std::optional<std::size_t> position_after(const PictureList& list, int step);

/// Lists a picture that was taken out again: at its position, or at the end of a list that is shorter. Nothing where it
/// is listed.
void list_again(PictureList& list, std::size_t position, const std::filesystem::path& path, const ReadOptions& reading);

/// Takes a picture out of the list. Nothing for a position beyond its end.
void remove_picture(PictureList& list, std::size_t position);

/// When the file was last written; nothing where it cannot be asked.
[[nodiscard]] std::optional<std::filesystem::file_time_type> time_written(const std::filesystem::path& file);

}  // namespace texelscope::app
