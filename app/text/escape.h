#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace texelscope::app {

/// RFC 4648, with padding.
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

/// Whether a byte is a continuation byte of UTF-8.
[[nodiscard]] inline bool is_within_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The code point that begins at a position of valid UTF-8; moves the position after it.
[[nodiscard]] char32_t take_code_point(std::string_view text, std::size_t& at);

/// The text with U+FFFD for every byte that is not UTF-8: file names may contain any bytes.
[[nodiscard]] std::string valid_utf8(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// The text with \xff for each byte that is not UTF-8, and \\ for \: different texts remain different.
[[nodiscard]] std::string escaped_utf8(std::string_view text);

/// The text as from valid_utf8(), with spaces for characters that a terminal would interpret: control characters,
/// except line ends, and those that change the direction of the text or end a line.
[[nodiscard]] std::string without_controls(std::string_view text);

/// Valid UTF-8 with \uXXXX for these characters, as in JSON.
[[nodiscard]] std::string with_escaped_controls(std::string_view text);

/// Untrusted text as one line of at most `max_bytes` bytes, safe for a terminal: "…" replaces the rest, spaces replace
/// control characters.
[[nodiscard]] std::string shown_line(std::string_view text, std::size_t max_bytes);

/// The first and the last bytes of a text with "…" between them, if it is longer than both together; letters stay
/// whole.
[[nodiscard]] std::string shortened_in_middle(std::string_view text, std::size_t max_at_begin, std::size_t max_at_end);

/// An error, warning or note for a terminal, as from shown_line(), of less than 2000 bytes: a long message is shortened
/// in the middle, because its end says what to do. A tag of CTest, which would add any file that it names to a test's
/// results, is broken.
[[nodiscard]] std::string message_line(std::string_view text);

/// Valid UTF-8 as text for XML and HTML: &, <, > and " as entities, a space for each control character that XML 1.0
/// does not allow, and U+FFFD for U+FFFE and U+FFFF, which it does not allow, either.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace texelscope::app
