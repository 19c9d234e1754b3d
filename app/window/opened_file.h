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

/// How an opened file is used, whether it is named on the command line, dropped on the window or chosen in the dialog.
enum class FileUse : unsigned char {
  /// It sets the window up, or is a course of lessons: its content tells.
  session,
  /// Its kind has a lab, which opens and shows it.
  lab,
  /// The same, where no lab is open that takes it; and scenes work on it where they can.
  lab_and_picture,
  /// For the open lab, or else for scenes. What has no ending that is known is one of these: its bytes tell.
  picture
};

/// By the ending of its name.
[[nodiscard]] FileUse file_use(const State& state, const std::filesystem::path& file);

/// Position of the lab that files of this kind open; nothing for none.
[[nodiscard]] std::optional<std::size_t> lab_opened_by(const State& state, const std::filesystem::path& file);

/// Whether the dialog offers a file, by its name: a session, what opens a lab, a picture.
[[nodiscard]] bool can_be_opened(const State& state, const std::filesystem::path& file);

/// All of that in words, with the endings of their names: "a picture (png, …), tensors (npy or npz), …".
[[nodiscard]] std::string openable_files_text();

/// Asks for files that were dropped on the window together: all pictures and folders for the list, or else the last.
void take_dropped_files(State& state, const std::vector<std::filesystem::path>& files);

/// Opens that lab on a file; whether there is one.
[[nodiscard]] bool open_in_its_lab(State& state, const std::filesystem::path& file);

/// The picture for scenes. @throws FileError, which lists all that can be opened where it is nothing of that;
/// gpu::InvalidArgument.
[[nodiscard]] std::shared_ptr<const Image> load_opened_picture(const std::filesystem::path& file,
                                                               const ReadOptions& options);

/// The same of a file that a session names as its picture: nothing else can stand there. @throws FileError.
[[nodiscard]] std::shared_ptr<const Image> load_session_picture(const std::filesystem::path& file,
                                                                const ReadOptions& options);

/// Makes a listed picture the scenes' input and shows it: in the Tensors lab if that shows the values of the previous
/// picture, otherwise in a scene that takes pictures. This is a step of undo only after the previous picture was
/// removed from the list.
void show_listed_picture(State& state, LoadedImage picture);
/// Opens the picture that is shown in the Tensors lab, which then follows it from picture to picture.
void show_values(State& state);
/// Whether the Tensors lab is open for that.
[[nodiscard]] bool shows_values(const State& state);

/// The position of the open picture among the parts of its file; nothing where the file has no other.
[[nodiscard]] std::optional<std::size_t> shown_part(const State& state);
/// Asks for the open picture again, read in this way: scene, lab and view stay. Only where one is open.
void read_again(State& state, const ReadOptions& reading);
/// Asks for another part, under the same view; nothing happens for a position beyond the last.
void show_part(State& state, std::size_t position);

}  // namespace texelscope::app
