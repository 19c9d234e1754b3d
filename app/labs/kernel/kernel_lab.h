#pragma once

#include <array>
#include <chrono>
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
#include "app/labs/capabilities.h"
#include "app/labs/kernel/code_completion.h"
#include "app/labs/kernel/code_tokens.h"
#include "app/labs/kernel/kernel_compiler.h"
#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/kernel_input.h"
#include "app/labs/kernel/kernel_recording.h"
#include "app/labs/kernel/kernel_runner.h"
#include "app/labs/kernel/own_files.h"
#include "app/labs/kernel/typing_steps.h"
#include "app/labs/lab.h"

namespace texelscope::app {

/// The part shown if there is room for only one part.
enum class KernelTab : std::uint8_t { text, picture, reference };

/// The input of frames in addition to the source.
struct KernelControls {
  /// a – d, each 0 – 1.
  std::array<float, 4> values{0.5F, 0.5F, 0.5F, 0.5F};
  bool is_paused = false;
  /// Compiles the source when typing pauses. On a CUDA device this does not run the kernel, because a kernel that traps
  /// or never ends would destroy the context.
  bool compiles_while_typing = true;

  bool operator==(const KernelControls&) const = default;
};

/// The position of the editor's cursor.
struct KernelCursor {
  /// From 1.
  int line = 1;
  /// The line that the editor has scrolled to.
  int seen_line = 1;
  /// The target of the next cursor move: a line, or a byte position in the source.
  std::optional<int> wanted_line;
  std::optional<std::size_t> wanted_place;
  /// In bytes.
  std::size_t place = 0;
  /// Counts the times that the source was replaced other than by typing.
  int revision = 0;
  /// Whether the editor has keyboard focus.
  bool has_keyboard = false;
};

/// The completions of the name being typed, and the completion inserted by Tab.
struct KernelCompletion {
  /// Whether completions are shown: after a letter was typed, until the cursor moves without typing.
  bool is_shown = false;
  CodeCompletion offered;
  /// The position of the inserted completion in offered.names; the next Tab replaces it with the next completion.
  std::optional<std::size_t> taken;
  /// Whether the mouse is over the list; a click there moves the keyboard focus.
  bool is_hovered = false;
};

/// The parameters of the next frame.
struct KernelView {
  /// In pixels.
  int width = 1;
  int height = 1;
  /// The mouse position in pixels of the image; nothing when the mouse is elsewhere.
  std::optional<std::pair<float, float>> mouse{};
  bool is_pressed = false;
  /// Seconds on the session's clock.
  double now = 0;
  /// Null for the runner's own picture.
  std::shared_ptr<const Image> picture{};
};

/// The kernel editor: source with a function that writes each pixel of a surface. It is compiled when it is saved or
/// when typing pauses, and the last kernel that compiled keeps running. Source that the user did not type or open is
/// compiled automatically only if it is one of the program's own examples.
class KernelLab : public LabState,
                  public TakesFiles,
                  public WorksOnPictures,
                  public Runs,
                  public WorksLong,
                  public HasView,
                  public ShowsPicture,
                  public EditsCode {
 public:
  /// Opens the first example.
  KernelLab();
  ~KernelLab() override;
  KernelLab(const KernelLab&) = delete;
  KernelLab& operator=(const KernelLab&) = delete;

  /// Receives the origin of settings whose source is not an example.
  void take_origin(const std::string& origin) override;
  /// Opens a kernel's source, or an image, which is read through the texture. @throws FileError if it cannot be read;
  /// in that case, nothing has changed.
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override;
  /// The picture is frame.image in any case: if the source is an example that does not read it, opens one that does.
  void work_on(const SeenPicture& seen) override {
    const KernelExample* const example = example_for_picture(text);
    if (example != nullptr && seen.picture.image->depth == 1) {
      open_text(example->text);
    }
  }
  /// A kernel's source.
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
  [[nodiscard]] bool has_text(const std::string& other) const override { return text == other; }
  void show_line(int line) override {
    tab = KernelTab::text;
    cursor.wanted_line = line;
  }
  void release() override;
  void forget_mouse() override { view.mouse.reset(); }

  /// As typed.
  std::string text;
  /// The file that it is saved to; empty for none.
  std::string file;
  KernelControls controls;
  /// frame.image_1 … frame.image_3.
  std::array<KernelInput, kernel_picture_count - 1> inputs;
  KernelTab tab = KernelTab::text;
  KernelCursor cursor;
  KernelCompletion completion;
  TypingSteps typing;
  /// The reference lists only names that contain this text.
  std::string reference_filter;
  /// The position and zoom of the image in its part of the window.
  View place;
  ViewExtent place_extent;
  /// As last drawn by the panel.
  KernelView view;

  /// Compiles the source, and writes its file if it has one. A file that this window neither opened nor created is not
  /// overwritten until overwrite_file().
  void save();
  /// Whether a file from elsewhere has the name chosen for saving the source.
  [[nodiscard]] bool asks_to_overwrite() const { return !refused_file_.empty() && refused_file_ == file; }
  void overwrite_file();
  /// The absolute path of the file that was written since the last call; nothing if none was.
  [[nodiscard]] std::optional<std::filesystem::path> take_newly_saved() {
    return std::exchange(newly_saved_, std::nullopt);
  }
  void keep_file() { refused_file_.clear(); }
  /// The name of the source in messages.
  [[nodiscard]] std::string source_name() const {
    return file.empty() ? "kernel.cu" : std::filesystem::path{file}.filename().string();
  }
  /// Replaces the source with text from the program itself, which has no file, and compiles it.
  void open_text(const std::string& opened);
  /// The origin of the source until the user requests its compilation; empty if it is this window's own.
  [[nodiscard]] const std::string& origin() const { return origin_; }
  /// Call when a letter has been typed.
  void note_typing(double now) { typed_at_ = typed_last_ = now; }
  /// Whether a letter was typed within the last second.
  [[nodiscard]] bool is_typing() const { return last_now_ && *last_now_ - typed_last_ < 1; }
  /// Replaces the source, with the cursor at `place`, as if the replacement had been typed.
  void replace_typed(const std::string& replacement, std::size_t place, double now);
  /// Whether the source differs from its file, as last written by this window.
  [[nodiscard]] bool is_unsaved() const { return !file.empty() && text != saved_text_; }
  /// Whether the source differs from the last one compiled.
  [[nodiscard]] bool is_edited() const { return text != asked_text_; }
  /// Restarts the kernel at time 0.
  void restart() {
    time_ = 0;
    count_ = 0;
    drawn_frame_.reset();
  }

  /// Collects completed work, and starts the work that is due. Does not wait.
  void advance(const std::optional<gpu::Device>& device, const KernelView& wanted);

  /// The last frame that was begun; nothing before the first, and if the source does not run.
  [[nodiscard]] std::optional<KernelMoment> moment() const;

  [[nodiscard]] bool is_compiling() const { return compiling_.valid(); }
  /// Whether a kernel is producing frames.
  [[nodiscard]] bool is_running() const { return running_.has_value(); }
  /// Whether the source compiles but has not run because only a pause in typing requested its compilation, see
  /// KernelControls.
  [[nodiscard]] bool is_only_checked() const { return !checked_text_.empty() && checked_text_ == asked_text_; }
  /// The tokens of the source, for their colors.
  [[nodiscard]] const std::vector<CodeToken>& tokens();
  /// Whether the running kernel was compiled from the last source.
  [[nodiscard]] bool runs_last() const { return running_ && running_->text == asked_text_; }
  /// The last messages of the compiler or the kernel that still apply to the edited source.
  [[nodiscard]] std::vector<gpu::CompileMessage> messages() const {
    return moved_messages(messages_, messages_text_, text);
  }
  /// The reason why the last source does not run, as a sentence. Empty when it runs, and while the rejected lines are
  /// being edited.
  [[nodiscard]] std::string error() const;
  /// The reason why the source was not saved to its file; empty if it was.
  [[nodiscard]] const std::string& file_error() const { return file_error_; }
  /// GPU resources of the running kernel: "registers 40   local 0 B   …"; empty on the CPU device.
  [[nodiscard]] std::string cost_text() const;
  [[nodiscard]] double compile_seconds() const { return compile_seconds_; }
  /// The time of one frame, from the launch to the end of the copy, smoothed; 0 before the first.
  [[nodiscard]] double frame_ms() const { return frame_ms_; }
  /// Frames per second; 0 while none are produced.
  [[nodiscard]] int frames_per_second() const { return static_cast<int>(frame_times_.size()); }
  /// The seconds that a slow frame has taken so far; 0 if no frame is slow. cancel_work() ends a slow frame.
  [[nodiscard]] double waiting_seconds() const { return waiting_seconds_; }
  [[nodiscard]] double time() const { return time_; }
  /// A short line that says why the last frame does not belong to the current source, and what to do about it; empty if
  /// it does belong to it, or if there is no frame.
  [[nodiscard]] std::string image_note() const;
  /// The last frame; null before the first.
  [[nodiscard]] const std::shared_ptr<const Image>& image() const { return image_; }

 private:
  struct CompiledText {
    std::string text;
    KernelProgram program;
  };

  [[nodiscard]] LabSettings declare_settings() override;
  /// Shows a source, and compiles it only if it is an example.
  void show_text(const std::string& shown);
  void replace_text(const std::string& replacement);
  void write_text();
  /// If an earlier runner has ended, also loads the last good kernel on the new runner.
  void make_runner(const gpu::Device& device);
  void begin_compiling(const std::string& wanted);
  void take_cost();
  void compile_typed(double now);
  void take_compiled();
  void take_frame(double now);
  void begin_frame(const KernelView& wanted);
  /// Handles the loss of the kernel's device: the last kernel that produced a frame resumes.
  void end_runner(const std::string& why, bool is_stuck);
  /// Handles the end of the kernel's process in the same way, with a message at the line of the error.
  void end_crashed_runner(const KernelCrash& crash);
  void give_up_frame(const std::string& why);
  void stop_compiling();

  OwnFiles own_files_;
  std::string refused_file_;
  std::string origin_;
  /// Compiled last, or to be compiled; empty for none.
  std::string asked_text_;
  std::optional<std::string> wanted_text_;
  /// The time of the last typed letter that has not been compiled.
  std::optional<double> typed_at_;
  /// The time of the last typed letter, whether it has been compiled or not; far in the past before the first.
  double typed_last_ = -1e9;
  std::string saved_text_;
  std::optional<std::filesystem::path> newly_saved_;
  std::string checked_text_;
  /// The source that `tokens_` belong to.
  std::string tokenized_text_;
  std::vector<CodeToken> tokens_;
  /// Whether the compilation was requested only by a pause in typing.
  bool is_asked_by_typing_ = false;
  std::unique_ptr<KernelRunner> runner_;
  std::stop_source stop_;
  std::future<CompiledKernel> compiling_;
  /// Produces the frames.
  std::optional<CompiledText> running_;
  /// The last program that produced a frame, for any runner.
  std::optional<CompiledText> proven_;
  /// The program of the last frame started, because a new program may replace `running_` while the frame is drawn. Not
  /// loaded.
  std::optional<CompiledText> begun_;
  std::vector<gpu::CompileMessage> messages_;
  /// The source that `messages_` belong to.
  std::string messages_text_;
  std::string error_;
  /// The reason why the current frame is being stopped; empty if it is not.
  std::string given_up_;
  std::string file_error_;
  double compile_seconds_ = 0;
  /// The cost of the running kernel.
  std::optional<KernelCost> cost_;

  double time_ = 0;
  /// Frames since the kernel started.
  int count_ = 0;
  std::optional<double> last_now_;
  /// Frames of the window until a new image is visible.
  int frames_to_show_ = 0;
  double begin_time_ = 0;
  std::chrono::steady_clock::time_point begun_at_;
  double waiting_seconds_ = 0;
  double frame_ms_ = 0;
  /// The completion times of the last second's frames.
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
