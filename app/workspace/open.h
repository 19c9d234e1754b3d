#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "app/documents/pictures.h"
#include "app/images/image_file.h"
#include "app/workspace/state.h"

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

/// The position of the lab that files of this kind open; nothing if they open no lab.
[[nodiscard]] std::optional<std::size_t> lab_opened_by(const Labs& labs, const std::filesystem::path& file);

/// Depends on the extension.
[[nodiscard]] FileUse file_use(const Labs& labs, const std::filesystem::path& file);

/// Whether the dialog offers a file, by its name: a session, a lab's file or a picture.
[[nodiscard]] bool can_be_opened(const Labs& labs, const std::filesystem::path& file);

/// Opens a file as what it is: replaces the setup by a session's, opens a course, passes the file to a lab, or requests
/// a picture from the reader, which take_read_picture() shows. @throws FileError, gpu::Error.
void open_file(State& state, const std::filesystem::path& file, const ReadOptions& reading = {});
/// Opens a file at the user's request, see open_file(): what was typed before is an undo step of its own. Errors become
/// notices. @returns whether there was none so far: a picture is read later.
bool open(State& state, const std::filesystem::path& file);
/// Opens files that were dropped or named together: all pictures and folders in the list, of which the first is shown,
/// and the last of the other files.
void open_together(State& state, std::span<const std::filesystem::path> files);

/// Call once a frame: begins to read the wanted picture, and shows the one that has been read.
void take_read_picture(State& state);
/// Shows a picture that was read, or reports why it was not.
void show_read_picture(State& state, const ReadPicture& read);

/// Shows a picture of the list, which is read first unless its pixels are in memory; ignores positions past the end.
void show_listed(State& state, std::optional<std::size_t> position);
/// Shows a new state of pixels of another process, see is_live_path(). If it `opens` the picture, in a scene that
/// accepts it; otherwise it replaces the pixels, wherever the picture is shown, and in the history of undo.
void show_live_picture(State& state, const std::filesystem::path& path, const std::shared_ptr<const Image>& image,
                       bool opens);

/// Adds files and folders to the list, and shows the first of them.
void list_files(State& state, std::span<const std::filesystem::path> files);
/// Returns to the scenes' own picture.
void close_picture(Documents& documents);
/// Updates the list to the shown picture, which undo may have changed.
void list_shown_picture(Pictures& pictures);

/// Opens a lab at the user's request. A lab that works on pictures is given the open one: always from the picture
/// itself, otherwise unless it was given this picture before. A lesson prepares its labs itself.
void enter_lab(State& state, std::size_t lab);

/// Opens the shown picture in the Tensors lab, which then follows changes of the picture.
void show_values(Documents& documents);
/// Whether the Tensors lab is open to show the values of a picture.
[[nodiscard]] bool shows_values(const Documents& documents);

/// The position of the open picture among the parts of its file; nothing if the file has no other part.
[[nodiscard]] std::optional<std::size_t> shown_part(const Pictures& pictures);
/// Reads the open picture again with other options; scene, lab and view remain unchanged. Requires an open picture.
void read_again(Pictures& pictures, const ReadOptions& reading);
/// Shows a different part, with the same view; ignores positions past the last.
void show_part(Pictures& pictures, std::size_t position);

}  // namespace texelscope::app
