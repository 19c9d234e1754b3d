#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "app/workspace/state.h"

namespace texelscope::app {

/// Version of written sessions; later versions are rejected.
inline constexpr int session_version = 1;
/// Maximum nesting of a session, or of a part of one. Valid ones have five levels.
inline constexpr std::size_t max_session_depth = 16;
/// The largest session file that is read.
inline constexpr std::uintmax_t max_session_bytes = 1 << 20;

/// The current setup, for a file that the user saves: as session_text(), but with the setup of an open lesson.
[[nodiscard]] std::string shown_session_text(const State& state);

/// The user's setup as JSON: the scene and the parameters that are not at their initial values, sizes of frames, the
/// picture's file, masks, the settings of every lab, the gallery, the frame's number, the view, the panels and the
/// window's position. While a lesson is open: its name, and the setup from before it.
[[nodiscard]] std::string session_text(const State& state);

/// Maximum number of masks in a session.
inline constexpr std::size_t max_session_masks = 1000;

/// The part of a session to restore: all of it, or the labs' settings and the lessons' progress.
enum class SessionPart : unsigned char { all, work };

/// The contents of the labs and the progress in lessons of a session, as JSON; "{}" for none. @throws ParameterError if
/// the text is not JSON.
[[nodiscard]] std::string session_work(std::string_view text);

/// Applies a session's text; everything that it does not name, or that is ignored, receives its initial value. The
/// picture becomes a request. `origin` names the source, which labs mention when they refuse to run code that the user
/// did not request. @throws ParameterError, with the entry and advice, if the text is not a session, has a later
/// version, or names an unknown scene, lab, parameter or value; the state is then unchanged.
void take_session(std::string_view text, State& state, const std::string& origin = "a session",
                  SessionPart part = SessionPart::all);

/// Applies a part of a session: everything that it does not name stays unchanged, except other settings of the labs
/// that it names. It needs no version.
void take_session_part(std::string_view text, State& state);
/// Merges parts into one with the same effect as applying them in order (RFC 7396); "{}" for none.
[[nodiscard]] std::string merged_session_parts(std::span<const std::string> parts);

/// Applies a session, see take_session(), and notifies the user of the files it reads. `origin` is its name, if not the
/// file name. @throws FileError, naming the file and the entry; the state is then unchanged.
void load_session(const std::filesystem::path& path, State& state, const std::string& origin = "",
                  SessionPart part = SessionPart::all);

/// Writes the current setup, see shown_session_text(). @throws FileError.
void save_session(const std::filesystem::path& path, const State& state);

}  // namespace texelscope::app
