#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace texelscope::app {

/// A kind of file that the program recognizes by its extension. Images are not included: they are recognized by their
/// first bytes.
struct FileKind {
  /// The name in errors and help, such as "a session".
  std::string_view name;
  /// The extensions, without the dot, in the order in which messages list them.
  std::span<const std::string_view> endings;
};

inline constexpr std::array<std::string_view, 2> tensor_endings{"npy", "npz"};
inline constexpr std::array<std::string_view, 1> session_endings{"json"};
inline constexpr std::array<std::string_view, 5> kernel_text_endings{"cu", "cuh", "cpp", "h", "txt"};

inline constexpr FileKind tensor_files{"tensors", tensor_endings};
inline constexpr FileKind session_files{"a session", session_endings};
/// Courses have the same extensions as sessions, and are distinguished by their contents.
inline constexpr FileKind course_files{"a course of lessons", session_endings};
inline constexpr FileKind kernel_texts{"a kernel's text", kernel_text_endings};

/// All kinds of files, in the order in which messages list them.
inline constexpr std::array opened_kinds{tensor_files, session_files, course_files, kernel_texts};

/// Whether a file is of a kind, by its name; case-sensitive.
[[nodiscard]] bool is_of_kind(const std::filesystem::path& file, const FileKind& kind);

/// The extension of a name with its dot, in lower case.
[[nodiscard]] std::string small_extension(const std::filesystem::path& file);

/// Words as a list in a sentence: "npy", "npy or npz", "cu, cuh or txt".
[[nodiscard]] std::string alternatives_text(std::span<const std::string_view> words);

}  // namespace texelscope::app
