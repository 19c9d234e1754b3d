#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/documents/documents.h"
#include "app/labs/lab_environment.h"
#include "app/labs/work_in_progress.h"
#include "app/workspace/arrangement.h"
#include "app/workspace/course.h"
#include "app/workspace/dialogs.h"
#include "app/workspace/drawn.h"
#include "app/workspace/edit.h"
#include "app/workspace/machine.h"
#include "app/workspace/navigation.h"
#include "app/workspace/notice.h"
#include "app/workspace/recent_files.h"
#include "app/workspace/requests.h"

namespace texelscope::app {

class Review;

/// The review of a comparison's failing pairs.
struct PairReview {
  /// The pairs, for the user to review; null for none.
  std::shared_ptr<Review> pairs;
  /// Whether the cluster of the pair under review must still be centered, see show_first_cluster().
  bool must_show_cluster = false;
};

/// The recording in progress; the loop updates it.
struct Recording {
  bool is_running = false;
  std::uint64_t frames = 0;
  /// Name of its file or folder.
  std::string name{};
};

/// Work beside the frames.
struct Work {
  /// The name of the file that is being written; empty for none.
  std::string saving;
  Recording recording;
  /// The work that long_work() saw last, and when it began.
  std::string title;
  double since = 0;
};

/// Everything that panels show and change, independent of the window.
struct State : LabEnvironment, Documents {
  using Documents::Documents;

  PairReview review;
  WindowArrangement arrangement;
  Gallery gallery;
  Dialogs dialogs;
  Work work;
  Notices notices;
  EditHistory history;
  Navigation navigation;
  Course course;
  RecentFiles recent_files;
  Machine machine;
  Requests requests;
  Drawn drawn;
};

/// Whether a part of the open lab is covered, or of the viewport if no lab is open, so that files and copies of it
/// would show the answer.
[[nodiscard]] bool has_covered_results(const State& state);
/// The reason why files and copies that would show an answer are not available.
inline constexpr const char* covered_reason = "Answer the lesson's question first: this would show the answer.";

/// The current work: a picture that is being read, or else work of the open lab.
[[nodiscard]] std::optional<WorkInProgress> work_in_progress(const State& state);
/// Cancels that work and discards its results.
void cancel_work(State& state);

/// The current work once it has lasted half a second, so that short work is not shown. Call once a frame.
[[nodiscard]] std::optional<WorkInProgress> long_work(State& state);

}  // namespace texelscope::app
