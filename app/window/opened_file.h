#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/window/state.h"

namespace texelscope::app {

/// The use of an opened file, whether named on the command line, dropped on the window or chosen in the dialog.
enum class FileUse : unsigned char {
  /// A session or a course of lessons, depending on its content.
  session,
  /// Opens in the lab of its kind.
  lab,
  /// Opens in the lab of its kind, unless the open lab accepts it, and becomes the scenes' input if possible.
  lab_and_picture,
  /// For the open lab, or else for scenes. Includes files with an unknown extension, which are identified by their
  /// bytes.
  picture
};

/// Depends on the extension.
[[nodiscard]] FileUse file_use(const State& state, const std::filesystem::path& file);

/// The position of the lab that files of this kind open; nothing if they open no lab.
[[nodiscard]] std::optional<std::size_t> lab_opened_by(const State& state, const std::filesystem::path& file);

/// Whether the dialog offers a file, by its name: a session, a lab's file or a picture.
[[nodiscard]] bool can_be_opened(const State& state, const std::filesystem::path& file);

/// All supported files in words, with their extensions: "a picture (png, …), tensors (npy or npz), …".
[[nodiscard]] std::string openable_files_text();

/// Requests files that were dropped on the window together: all pictures and folders for the list, or else the last
/// file.
void take_dropped_files(State& state, const std::vector<std::filesystem::path>& files);

/// Opens a file in its lab. @returns whether there is a lab for it.
[[nodiscard]] bool open_in_its_lab(State& state, const std::filesystem::path& file);

/// The picture for scenes. @throws FileError, which lists all supported files if the type is unknown;
/// gpu::InvalidArgument.
[[nodiscard]] std::shared_ptr<const Image> load_opened_picture(const std::filesystem::path& file,
                                                               const ReadOptions& options);

/// Loads the picture that a session specifies; other kinds of files are errors. @throws FileError.
[[nodiscard]] std::shared_ptr<const Image> load_session_picture(const std::filesystem::path& file,
                                                                const ReadOptions& options);

/// Makes a listed picture the scenes' input and shows it: in the Tensors lab if that shows the values of the previous
/// picture, otherwise in a scene that accepts pictures. This is an undo step only after the previous picture was
/// removed from the list.
void show_listed_picture(State& state, LoadedImage picture);
/// Opens the shown picture in the Tensors lab, which then follows changes of the picture.
void show_values(State& state);
/// Whether the Tensors lab is open to show the values of a picture.
[[nodiscard]] bool shows_values(const State& state);

/// The position of the open picture among the parts of its file; nothing if the file has no other part.
[[nodiscard]] std::optional<std::size_t> shown_part(const State& state);
/// Requests the open picture again with other options; scene, lab and view remain unchanged. Requires an open picture.
void read_again(State& state, const ReadOptions& reading);
/// Requests a different part, with the same view; ignores positions past the last.
void show_part(State& state, std::size_t position);

}  // namespace texelscope::app
