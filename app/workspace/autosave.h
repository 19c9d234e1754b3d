#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/files/user_folder.h"
#include "app/workspace/session.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// The file that stores the session between starts; nothing if no folder exists for it.
[[nodiscard]] std::optional<std::filesystem::path> find_autosave_file();

/// Saves the session of one window as it changes, in a file that is complete at any moment, and restores it at the next
/// start. Only one window has session.json, until its process ends in any way. Another window copies that session, and
/// saves its own as session-1.json, … beside it, as soon as the contents of its labs or its progress in lessons change.
/// When the first window ends, the other one takes over session.json, and offers the work that only the first one had:
/// it is saved beside session.json, or stays there as long as the other window has no work of its own. A session that
/// another window left beside session.json is offered at the next start that shows its first frames, one at each start.
/// A session whose last start did not show its first frames is not restored, but offered.
class Autosave {
 public:
  /// Saves and restores nothing.
  Autosave() = default;
  /// The session in this file, session.json, or one beside it if it belongs to another window. If its folder cannot be
  /// used, a notice says so, and nothing is saved.
  Autosave(std::filesystem::path path, State& state);

  /// Restores the saved session, or only a part of it for a window that starts with something else, and returns whether
  /// one existed. A file that is damaged or of a later version is reported by a notice and renamed (session.json.1, .2,
  /// …); the program never overwrites it.
  bool restore(State& state, SessionPart part = SessionPart::all);
  /// Copies the saved session to session-1.json, … and notifies the user if one of its labs has a "text" setting that
  /// is neither the text in `state` nor the lab's initial text, because the window's own session is about to replace
  /// the saved one.
  void keep_replaced_text(std::size_t lab, State& state);
  /// Call when the first frames are shown: a start that does not get there is not repeated with the same session.
  void note_shown();

  /// Whether a second has passed since the last write.
  [[nodiscard]] bool is_due(const State& state) const;
  /// Writes changes when due. A failure becomes a notice, once.
  void update(State& state);
  /// Writes changes immediately.
  void finish(State& state);
  /// Whether the last write succeeded, or nothing had changed.
  [[nodiscard]] bool has_saved() const { return lock_ != nullptr && !has_failed_; }

 private:
  /// `work` is that of this window. @throws FileError.
  void take_over(const std::string& work, State& state);
  void offer(const std::filesystem::path& session, const std::string& reason, State& state);
  void open_offered(State& state);

  /// session.json; nothing if nothing is saved.
  std::optional<std::filesystem::path> path_;
  /// Null if the folder cannot be used.
  std::unique_ptr<UserLock> lock_;
  bool is_owner_ = false;
  /// The session of its own that a window has which is not the owner; nothing before its first write.
  std::optional<std::filesystem::path> own_;
  /// See session_work(): that of a window which is not the owner, when it was opened.
  std::optional<std::string> first_work_;
  /// The session that the notice offers.
  std::optional<std::filesystem::path> offered_;
  /// Whether the user accepts the offer; shared with the notice's button.
  std::shared_ptr<bool> is_offer_accepted_ = std::make_shared<bool>(false);
  /// The session that restore() offers; note_shown() removes it from the list of offers.
  std::optional<std::filesystem::path> listed_offer_;
  /// Whether update() writes the note of a start that is not complete, and whether note_shown() removes it.
  bool must_note_start_ = false;
  bool has_start_note_ = false;
  std::string written_;
  double written_at_ = 0;
  bool has_failed_ = false;
};

}  // namespace texelscope::app
