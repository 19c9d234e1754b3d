#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "app/window/state.h"

namespace texelscope::app {

/// Of the sessions that are written; later ones are refused.
inline constexpr int session_version = 1;
/// The largest session file that is read.
inline constexpr std::uintmax_t max_session_bytes = 1 << 20;

/// What the window shows, for a file that the user asks for: as session_text(), and of a lesson what it set up.
[[nodiscard]] std::string shown_session_text(const State& state);

/// What a user set up, as JSON: the scene and the parameters that are not at their initial values, sizes of frames, the
/// picture's file, masks, the settings of every lab, the gallery, the frame's number, the view, the panels and the
/// window's place. While a lesson is open: its name, and what was set up before it.
[[nodiscard]] std::string session_text(const State& state);

/// The largest frame that a session may request, in pixels: the largest size in the window's own list. A larger one can
/// take so long that the window stops responding.
inline constexpr int max_session_frame_pixels = 3840 * 2160;

/// The most masks that a session keeps.
inline constexpr std::size_t max_session_masks = 1000;

/// The part of a session to restore: all of it, or the labs' settings and the lessons' progress.
enum class SessionPart : unsigned char { all, work };

/// Takes up such a text; what it does not name, and what is not taken, is as a session begins. The picture becomes a
/// request. `origin` names where it came from, as labs say it of what they do not run unasked.
/// @throws ParameterError, with the entry and what would do, for no session, one of a later version, and an unknown
/// scene, lab, parameter or value; the state is then as it was.
void take_session(std::string_view text, State& state, const std::string& origin = "a session",
                  SessionPart part = SessionPart::all);

/// The same of a text that names a part: what it does not name stays as it is, but for the settings of a lab that it
/// does name. It needs no version.
void take_session_part(std::string_view text, State& state);
/// One part that does what these do one after the other (RFC 7396); "{}" for none.
[[nodiscard]] std::string merged_session_parts(std::span<const std::string> parts);

/// Takes up a session, see take_session(), and says which files it has read. `origin` is what it is called where not by
/// its file's name. @throws FileError, naming the file and the entry; the state is then as it was.
void load_session(const std::filesystem::path& path, State& state, const std::string& origin = "",
                  SessionPart part = SessionPart::all);

/// Writes what the window shows, see shown_session_text(). @throws FileError.
void save_session(const std::filesystem::path& path, const State& state);

}  // namespace texelscope::app
