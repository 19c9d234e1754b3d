#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace texelscope::app {

/// A kind of file that the program opens by the ending of its name. Pictures are none: their first bytes count.
struct FileKind {
  /// As errors and help name it: "a session".
  std::string_view name;
  /// Without the dot, in the order in which texts list them.
  std::span<const std::string_view> endings;
};

inline constexpr std::array<std::string_view, 2> tensor_endings{"npy", "npz"};
inline constexpr std::array<std::string_view, 1> session_endings{"json"};
inline constexpr std::array<std::string_view, 5> kernel_text_endings{"cu", "cuh", "cpp", "h", "txt"};

inline constexpr FileKind tensor_files{"tensors", tensor_endings};
inline constexpr FileKind session_files{"a session", session_endings};
/// Sessions by their names; their content tells.
inline constexpr FileKind course_files{"a course of lessons", session_endings};
inline constexpr FileKind kernel_texts{"a kernel's text", kernel_text_endings};

/// All of them, in the order in which texts list them.
inline constexpr std::array opened_kinds{tensor_files, session_files, course_files, kernel_texts};

/// Whether a file is of a kind, by its name; capitals count.
[[nodiscard]] bool is_of_kind(const std::filesystem::path& file, const FileKind& kind);

/// The extension of a name with its dot, in small letters.
[[nodiscard]] std::string small_extension(const std::filesystem::path& file);

/// Words as a sentence lists them: "npy", "npy or npz", "cu, cuh or txt".
[[nodiscard]] std::string alternatives_text(std::span<const std::string_view> words);

}  // namespace texelscope::app
