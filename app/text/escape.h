#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace texelscope::app {

/// RFC 4648, with padding.
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

/// Whether it is a later byte of a letter in UTF-8.
[[nodiscard]] inline bool is_within_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The text with U+FFFD for every byte that is no UTF-8: file names may hold any.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// The text as valid_utf8(), with spaces for control characters, which a terminal would obey, but for ends of lines.
[[nodiscard]] std::string without_controls(std::string_view text);

/// Text of anybody as one line of so many bytes at most, without what a terminal would obey: "…" for the rest, spaces
/// for control characters.
[[nodiscard]] std::string shown_line(std::string_view text, std::size_t max_bytes);

/// An error, a warning or a note for a terminal, as shown_line() makes it: of a long one the middle is left out, as its
/// end says what to do.
[[nodiscard]] std::string message_line(std::string_view text);

/// Text as XML and HTML hold it: &, <, > and " as entities, and spaces for the control characters that XML 1.0 has no
/// place for.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace texelscope::app
