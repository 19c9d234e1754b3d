#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/images/view.h"
#include "app/labs/kernel/code_completion.h"
#include "app/labs/kernel/code_tokens.h"
#include "app/labs/kernel/kernel_input.h"
#include "app/labs/kernel/kernel_runner.h"
#include "app/labs/kernel/moved_messages.h"
#include "app/labs/kernel/own_files.h"
#include "app/labs/kernel/typing_steps.h"
#include "app/labs/lab.h"

namespace texelscope::app {

/// What is shown where there is room for one.
enum class KernelTab : std::uint8_t { text, picture, reference };

/// What frames depend on besides the text.
struct KernelControls {
  /// a – d, each 0 – 1.
  std::array<float, 4> values{0.5F, 0.5F, 0.5F, 0.5F};
  bool is_paused = false;
  /// Compiles what was typed when the keyboard has rested a moment. A kernel of a CUDA device is not run by this: one
  /// that never ends or traps would take the context with it.
  bool compiles_while_typing = true;

  bool operator==(const KernelControls&) const = default;
};

/// Where the editor's cursor is.
struct KernelCursor {
  /// From 1.
  int line = 1;
  /// That the editor has scrolled to.
  int seen_line = 1;
  /// To go to: a line, or a place in the text in bytes.
  std::optional<int> wanted_line;
  std::optional<std::size_t> wanted_place;
  /// In bytes.
  std::size_t place = 0;
  /// Counts the texts that were put in the place of what was typed.
  int revision = 0;
  /// Whether the text is being typed in.
  bool has_keyboard = false;
};

/// The names that complete what is being typed, and the one that Tab has put in.
struct KernelCompletion {
  /// Whether there are any to show: after a letter was typed, until the cursor moves by itself.
  bool is_shown = false;
  CodeCompletion offered;
  /// Position in offered.names of the one that is in the text; the next Tab puts the one after it in its place.
  std::optional<std::size_t> taken;
  /// Whether the mouse is over the list, which a press there takes the keyboard for.
  bool is_hovered = false;
};

/// How the picture is to be made now.
struct KernelView {
  /// In pixels.
  int width = 1;
  int height = 1;
  /// Over the picture, in its pixels; nothing when the mouse is elsewhere.
  std::optional<std::pair<float, float>> mouse{};
  bool is_pressed = false;
  /// Seconds on the session's clock.
  double now = 0;
  /// Null for the runner's own.
  std::shared_ptr<const Image> picture{};
};

/// The kernel editor: a text with a function that writes each pixel of a surface. It is compiled when it is saved or
/// typing has paused, and the last one that compiled goes on. Of texts that come by themselves only the program's own
/// examples are compiled.
class KernelLab : public LabState {
 public:
  /// With the first example.
  KernelLab();
  ~KernelLab() override;
  KernelLab(const KernelLab&) = delete;
  KernelLab& operator=(const KernelLab&) = delete;

  /// Takes where settings come from whose text is none of the examples.
  void take_origin(const std::string& origin) override;
  /// A text of kernels is shown; a picture is read through the texture. @throws FileError where it is not read; then
  /// all is as it was.
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override;
  /// A text of kernels.
  [[nodiscard]] bool is_opened_by(const std::filesystem::path& path) const override;
  [[nodiscard]] bool is_busy() const override;
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override;
  void cancel_work() override;
  [[nodiscard]] std::vector<std::filesystem::path> files_to_read() const override;
  [[nodiscard]] LabView shown_view() override;
  [[nodiscard]] bool shows_picture() const override { return image_ != nullptr; }
  [[nodiscard]] OfferedPicture shown_picture() const override { return {"kernel", image_, "", ""}; }
  [[nodiscard]] bool is_settling() const override {
    return is_compiling() || (shows_ && (wanted_text_ || (running_ && !image_)));
  }
  [[nodiscard]] bool can_run() const override { return !is_compiling(); }
  void run() override { save(); }
  [[nodiscard]] bool undoes_typing() const override { return cursor.has_keyboard; }
  void release() override;

  /// As typed.
  std::string text;
  /// Where it is saved; empty for nowhere.
  std::string file;
  KernelControls controls;
  /// frame.image_1 … frame.image_3.
  std::array<KernelInput, kernel_picture_count - 1> inputs;
  KernelTab tab = KernelTab::text;
  KernelCursor cursor;
  KernelCompletion completion;
  TypingSteps typing;
  /// Only names that contain it are listed in the reference.
  std::string reference_filter;
  /// How the picture lies in its part of the window.
  View place;
  ViewExtent place_extent;
  /// As the panel has last drawn it.
  KernelView view;

  /// Compiles the text, and writes it into its file where it has one. A file that this window neither opened nor made
  /// is left as it is until overwrite_file().
  void save();
  /// Whether a file of others has the name under which the text was to be saved.
  [[nodiscard]] bool asks_to_overwrite() const { return !refused_file_.empty() && refused_file_ == file; }
  void overwrite_file();
  void keep_file() { refused_file_.clear(); }
  /// Puts a text of the program's own in the place of this one, without a file, and compiles it.
  void open_text(const std::string& opened);
  /// Where the text came from, when nobody has asked for it to be compiled; empty for this window's own.
  [[nodiscard]] const std::string& origin() const { return origin_; }
  /// To be called when a letter was typed.
  void note_typing(double now) { typed_at_ = now; }
  /// Puts a text in the place of what was typed, with the cursor at `place`, as if it had been typed.
  void replace_typed(const std::string& replacement, std::size_t place, double now);
  /// Whether the text is another than what its file holds, as far as this window wrote it.
  [[nodiscard]] bool is_unsaved() const { return !file.empty() && text != saved_text_; }
  /// Whether the text is another than the one that was compiled last.
  [[nodiscard]] bool is_edited() const { return text != asked_text_; }
  /// From the first moment.
  void restart() {
    time_ = 0;
    count_ = 0;
    drawn_frame_.reset();
  }

  /// Takes up what has come to its end, and begins what is due. Waits for nothing.
  void advance(const std::optional<gpu::Device>& device, const KernelView& wanted);

  [[nodiscard]] bool is_compiling() const { return compiling_.valid(); }
  /// Whether there is a kernel that makes frames.
  [[nodiscard]] bool is_running() const { return running_.has_value(); }
  /// Whether the text compiles, and was not run since typing alone asked for it, see KernelControls.
  [[nodiscard]] bool is_only_checked() const { return !checked_text_.empty() && checked_text_ == asked_text_; }
  /// The pieces of the text, for their colors.
  [[nodiscard]] const std::vector<CodeToken>& tokens();
  /// Whether what runs is the text that was compiled last.
  [[nodiscard]] bool runs_last() const { return running_ && running_->text == asked_text_; }
  /// The last messages that came from the compiler or the kernel, as far as they hold for what was typed since.
  [[nodiscard]] std::vector<gpu::CompileMessage> messages() const {
    return moved_messages(messages_, messages_text_, text);
  }
  /// The reason that the last text does not run, as a sentence. Empty when it runs, and while the rejected lines are
  /// being edited.
  [[nodiscard]] std::string error() const;
  /// Why the text was not written into its file; empty when it was.
  [[nodiscard]] const std::string& file_error() const { return file_error_; }
  /// GPU resources of the running kernel: "registers 40   local 0 B   …"; empty on the CPU device.
  [[nodiscard]] std::string cost_text() const;
  [[nodiscard]] double compile_seconds() const { return compile_seconds_; }
  /// Of one frame, from the launch to the copy's end, smoothed; 0 before the first.
  [[nodiscard]] double frame_ms() const { return frame_ms_; }
  /// Frames of the last second; 0 while none is made.
  [[nodiscard]] int frames_per_second() const { return static_cast<int>(frame_times_.size()); }
  /// Seconds that a frame has taken so far that takes long; 0 when none does. Then cancel_work() ends it.
  [[nodiscard]] double waiting_seconds() const { return waiting_seconds_; }
  [[nodiscard]] double time() const { return time_; }
  /// Why the last frame is not what the text draws, and what to do, as a short line; empty where it is, and where there
  /// is none.
  [[nodiscard]] std::string image_note() const;
  /// The last frame; null before the first.
  [[nodiscard]] const std::shared_ptr<const Image>& image() const { return image_; }

 private:
  struct CompiledText {
    std::string text;
    KernelProgram program;
  };

  [[nodiscard]] LabSettings declare_settings() override;
  /// Shows a text, and compiles it only where it is one of the examples.
  void show_text(const std::string& shown);
  void replace_text(const std::string& replacement);
  void write_text();
  /// Also loads the last good kernel there, where an earlier runner has ended.
  void make_runner(const gpu::Device& device);
  void begin_compiling(const std::string& wanted);
  void take_cost();
  void compile_typed(double now);
  void take_compiled();
  void take_frame(double now);
  void begin_frame(const KernelView& wanted);
  /// The device of the kernel is no more; the last kernel that made a frame goes on.
  void end_runner(const std::string& why, bool is_stuck);
  /// So is its process; the message is at the line that did it.
  void end_crashed_runner(const KernelCrash& crash);
  void give_up_frame(const std::string& why);
  void stop_compiling();

  OwnFiles own_files_;
  std::string refused_file_;
  std::string origin_;
  /// Compiled last, or to be compiled; empty for none.
  std::string asked_text_;
  std::optional<std::string> wanted_text_;
  /// When the last letter was typed that was not compiled yet.
  std::optional<double> typed_at_;
  std::string saved_text_;
  std::string checked_text_;
  /// As of tokens_.
  std::string tokenized_text_;
  std::vector<CodeToken> tokens_;
  /// Whether a pause in typing alone asked for the text.
  bool is_asked_by_typing_ = false;
  std::unique_ptr<KernelRunner> runner_;
  std::stop_source stop_;
  std::future<CompiledKernel> compiling_;
  /// Makes the frames.
  std::optional<CompiledText> running_;
  /// The last one that made a frame, for any runner.
  std::optional<CompiledText> proven_;
  /// That of the last frame that was begun: while it is drawn, the next may take its place. Not loaded.
  std::optional<CompiledText> begun_;
  std::vector<gpu::CompileMessage> messages_;
  /// The text of `messages_`.
  std::string messages_text_;
  std::string error_;
  /// Why the frame that is under way is given up; empty where it is not.
  std::string given_up_;
  std::string file_error_;
  double compile_seconds_ = 0;
  /// Cost of the running kernel.
  std::optional<KernelCost> cost_;

  double time_ = 0;
  /// Frames since the kernel began.
  int count_ = 0;
  std::optional<double> last_now_;
  double begin_time_ = 0;
  double waiting_seconds_ = 0;
  double frame_ms_ = 0;
  /// When the frames of the last second were done.
  std::deque<double> frame_times_;
  std::optional<KernelFrame> drawn_frame_;
  std::pair<int, int> drawn_extent_;
  std::pair<float, float> mouse_{};
  std::shared_ptr<const Image> own_picture_;
  std::array<std::shared_ptr<const Image>, kernel_picture_count> drawn_pictures_;
  std::shared_ptr<const Image> image_;
  /// Set while advance() is called.
  bool shows_ = false;
};

}  // namespace texelscope::app
