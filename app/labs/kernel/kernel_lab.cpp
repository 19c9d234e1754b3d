#include "app/labs/kernel/kernel_lab.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <exception>
#include <ostream>

#include "app/files/abandoned_tasks.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/files/path_list.h"
#include "app/images/image_file.h"
#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/lab_setting.h"
#include "gpu/files/untrusted_work.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// The times after which a frame is reported as slow, and after which it is stopped.
constexpr double long_seconds = 1;
constexpr double stuck_seconds = 8;
/// The pause in typing after which the source is compiled.
constexpr double typing_pause_seconds = 0.6;
constexpr std::array<std::string_view, 3> kernel_tabs = {"text", "picture", "reference"};
constexpr std::array<std::string_view, 2> off_and_on = {"off", "on"};

bool is_example(const std::string& text) {
  return std::ranges::any_of(kernel_examples(), [&](const KernelExample& example) { return text == example.text; });
}

bool is_same(const KernelFrame& a, const KernelFrame& b) { return std::memcmp(&a, &b, sizeof(KernelFrame)) == 0; }

/// Completes the message about a stopped kernel whose line is unknown.
void tell_loops(const std::vector<int>& lines, gpu::CompileMessage& message) {
  if (lines.size() == 1) {
    message.line = lines.front();
    message.text = "took too long and was stopped; this is its only loop, which may be endless";
  } else if (!lines.empty()) {
    message.text += fmt::format("; it has loops at lines {}", fmt::join(lines, ", "));
  }
}

/// A runner in this process whose kernel does not end cannot be stopped: its threads, and their resources, persist
/// until the program ends.
void keep_forever(std::unique_ptr<KernelRunner> runner, std::optional<KernelProgram> program) {
  runner->end_compiler();
  static auto* const kept = new std::vector<std::pair<std::unique_ptr<KernelRunner>, std::optional<KernelProgram>>>;
  kept->emplace_back(std::move(runner), std::move(program));
}

}  // namespace

KernelLab::KernelLab() : text{kernel_examples().front().text} {
  asked_text_ = text;
  wanted_text_ = text;
}

KernelLab::~KernelLab() { release(); }

LabSettings KernelLab::declare_settings() {
  return {"kernel editor",
          {{"text", text_of(text, [this](const std::string& read) { show_text(read); })},
           {"file", text_of(file), true},
           {"origin", text_of(origin_), true},
           {"input_1", text_of(inputs[0].file)},
           {"input_2", text_of(inputs[1].file)},
           {"input_3", text_of(inputs[2].file)},
           {"tab", choice_of(tab, kernel_tabs)},
           {"paused", choice_of(controls.is_paused, off_and_on)},
           {"compiles_while_typing", choice_of(controls.compiles_while_typing, off_and_on)},
           {"a", within(controls.values[0], 0.0F, 1.0F)},
           {"b", within(controls.values[1], 0.0F, 1.0F)},
           {"c", within(controls.values[2], 0.0F, 1.0F)},
           {"d", within(controls.values[3], 0.0F, 1.0F)}}};
}

bool KernelLab::is_busy() const {
  return is_compiling() || wanted_text_ || typed_at_ || is_typing() || (runner_ && runner_->is_drawing()) ||
         frames_to_show_ > 0 || (running_ && !controls.is_paused && changes_by_itself(running_->text));
}

std::string KernelLab::error() const {
  const bool is_being_mended = !messages_.empty() && messages_text_ != text && messages().empty();
  return is_being_mended ? "" : error_;
}

std::optional<WorkInProgress> KernelLab::work_in_progress() const {
  if (is_compiling()) {
    return WorkInProgress{"Compiling"};
  }
  return waiting_seconds_ > 0 ? std::optional{WorkInProgress{"Running the kernel"}} : std::nullopt;
}

void KernelLab::cancel_work() {
  if (is_compiling()) {
    stop_.request_stop();
  } else if (waiting_seconds_ > 0) {
    give_up_frame("The kernel was stopped.");
  }
}

bool KernelLab::is_opened_by(const std::filesystem::path& path) const { return is_of_kind(path, kernel_texts); }

std::string KernelLab::image_note() const {
  if (!image_) {
    return "";
  }
  const std::string_view shown = is_running() ? "the last working kernel" : "the last frame; no kernel is running";
  if (!origin_.empty()) {
    return fmt::format("Not compiled yet: press Compile. This is {}.", shown);
  }
  if (waiting_seconds_ > 0) {
    return fmt::format("The kernel has been drawing for {:.0f} s; this is the previous frame.", waiting_seconds_);
  }
  // While somebody types, the note of a wrong source stays until a source is right again.
  const bool was_wrong = !messages_.empty() || !error_.empty();
  if (runs_last() || ((is_compiling() || wanted_text_) && !was_wrong)) {
    return "";
  }
  return is_running() ? "The last working kernel" : "The last frame; no kernel is running";
}

bool KernelLab::take_file(const std::filesystem::path& path) {
  if (!is_opened_by(path)) {
    own_picture_ = std::make_shared<const Image>(load_image(path));
    return true;
  }
  show_text(read_kernel_text(path));
  take_origin(path.filename().string());
  file = path.string();
  file_error_.clear();
  own_files_.add(path);
  saved_text_ = text;
  return true;
}

std::vector<std::filesystem::path> KernelLab::files_to_read() const {
  std::vector<std::filesystem::path> files;
  for (const KernelInput& input : inputs) {
    if (!input.file.empty()) {
      files.push_back(typed_path(input.file));
    }
  }
  return files;
}

LabView KernelLab::shown_view() { return image_ ? LabView{&place, place_extent} : LabView{}; }

void KernelLab::take_origin(const std::string& origin) {
  origin_ = is_example(text) ? "" : origin;
  if (!origin_.empty()) {
    typed_at_.reset();
  }
}

void KernelLab::replace_typed(const std::string& replacement, std::size_t place_after, double now) {
  cursor.wanted_place = place_after;
  ++cursor.revision;
  text = replacement;
  note_typing(now);
}

void KernelLab::replace_text(const std::string& replacement) {
  typed_at_.reset();
  completion = {};
  const auto changed = static_cast<std::ptrdiff_t>(common_beginning(text, replacement));
  const KernelCursor before = std::exchange(cursor, {});
  cursor.revision = before.revision + 1;
  if (before.has_keyboard) {
    // The cursor moves to the first difference between the old and the new source.
    cursor.has_keyboard = true;
    cursor.wanted_line = 1 + static_cast<int>(std::count(replacement.begin(), replacement.begin() + changed, '\n'));
  }
  text = replacement;
}

void KernelLab::open_text(const std::string& opened) {
  replace_text(opened);
  file.clear();
  origin_.clear();
  is_asked_by_typing_ = false;
  asked_text_ = text;
  wanted_text_ = text;
}

void KernelLab::show_text(const std::string& shown) {
  if (is_example(shown)) {
    open_text(shown);
    return;
  }
  replace_text(shown);
  messages_.clear();
  error_.clear();
  if (!running_ && !is_compiling()) {
    // While the source shown is not running, no other kernel may start.
    asked_text_.clear();
    wanted_text_.reset();
  }
  // Undo restores the user's own source, which compiles as if it had been typed. For source from elsewhere, the origin
  // is set next, which prevents its compilation.
  typed_at_ = last_now_.value_or(0);
}

const std::vector<CodeToken>& KernelLab::tokens() {
  if (tokenized_text_ != text) {
    tokenized_text_ = text;
    tokens_ = tokenize_code(text);
  }
  return tokens_;
}

void KernelLab::compile_typed(double now) {
  if (!typed_at_ || is_compiling() || now - *typed_at_ < typing_pause_seconds) {
    return;
  }
  typed_at_.reset();
  // Source from elsewhere is compiled only on request.
  if (controls.compiles_while_typing && origin_.empty() && is_edited()) {
    asked_text_ = text;
    wanted_text_ = text;
    is_asked_by_typing_ = true;
  }
}

void KernelLab::save() {
  typed_at_.reset();
  is_asked_by_typing_ = false;
  asked_text_ = text;
  wanted_text_ = text;
  origin_.clear();
  file_error_.clear();
  refused_file_.clear();
  if (file.empty()) {
    return;
  }
  if (own_files_.is_of_others(file)) {
    refused_file_ = file;
    return;
  }
  write_text();
}

void KernelLab::overwrite_file() {
  if (asks_to_overwrite()) {
    own_files_.add(file);
    refused_file_.clear();
    write_text();
  }
}

void KernelLab::write_text() {
  try {
    write_file(file, [&](std::ostream& out) { out << text; });
    own_files_.add(file);
    saved_text_ = text;
    newly_saved_ = std::filesystem::absolute(file);
  } catch (const std::exception& error) {
    file_error_ = error.what();
  }
}

void KernelLab::stop_compiling() {
  if (compiling_.valid()) {
    stop_.request_stop();
    compiling_.wait();
    compiling_ = {};
  }
}

void KernelLab::release() {
  stop_compiling();
  if (runner_ && !runner_->finish(std::chrono::duration<double>(long_seconds))) {
    keep_forever(std::move(runner_), running_ ? std::optional{std::move(running_->program)} : std::nullopt);
  }
  running_.reset();
  runner_.reset();
  waiting_seconds_ = 0;
  drawn_frame_.reset();
  wanted_text_ = asked_text_.empty() ? std::nullopt : std::optional{asked_text_};
}

void KernelLab::make_runner(const gpu::Device& device) {
  if (!runner_) {
    runner_ = std::make_unique<KernelRunner>(device.id());
    if (running_ && runner_->place() == KernelPlace::this_process) {
      running_->program.loaded = gpu::Program::load(runner_->device(), *running_->program.code);
    }
    take_cost();
  }
}

void KernelLab::begin_compiling(const std::string& wanted) {
  if (!is_example(wanted) && gpu::is_refused("compile a kernel's source other than the program's examples")) {
    return;
  }
  runner_->prepare();
  stop_ = {};
  compiling_ = std::async(std::launch::async,
                          [compiler = runner_->compiler(), place = runner_->place(), wanted, name = source_name(),
                           stop = stop_.get_token()] { return compiler.compile(wanted, name, stop, place); });
}

void KernelLab::take_compiled() {
  if (!is_ready(compiling_)) {
    return;
  }
  CompiledKernel compiled = compiling_.get();
  compile_seconds_ = compiled.seconds;
  if (compiled.text == asked_text_) {
    messages_ = std::move(compiled.messages);
    messages_text_ = compiled.text;
    error_ = compiled.error;
  }
  const bool is_only_checked = is_asked_by_typing_ && runner_ && runner_->place() == KernelPlace::this_process;
  checked_text_ = compiled.program && is_only_checked ? compiled.text : "";
  if (compiled.program && !is_only_checked) {
    running_ = {std::move(compiled.text), std::move(*compiled.program)};
    count_ = 0;
    drawn_frame_.reset();
    take_cost();
  }
}

void KernelLab::take_cost() {
  cost_.reset();
  try {
    if (runner_ && running_) {
      cost_ = runner_->cost(running_->program);
    }
  } catch (const gpu::Error&) {
    // A failed readout must not stop the kernel; the next frame reports device errors.
  }
}

std::string KernelLab::cost_text() const {
  if (!cost_ || !running_) {
    return {};
  }
  const gpu::KernelAttributes& attributes = cost_->attributes;
  return fmt::format("registers {}   local {} B   shared {} B   {} blocks of {} threads per SM",
                     attributes.registers_per_thread, attributes.local_bytes_per_thread, attributes.static_shared_bytes,
                     cost_->active_blocks, cost_->threads_per_block);
}

void KernelLab::advance(const std::optional<gpu::Device>& device, const KernelView& wanted) {
  shows_ = true;
  if (last_now_ && running_ && !controls.is_paused) {
    time_ += std::clamp(wanted.now - *last_now_, 0.0, 0.1);
  }
  last_now_ = wanted.now;
  frames_to_show_ = std::max(frames_to_show_ - 1, 0);
  try {
    if (!device) {
      throw gpu::InvalidState("there is no device to run kernels on");
    }
    take_compiled();
    take_frame(wanted.now);
    make_runner(*device);
    compile_typed(wanted.now);
    if (wanted_text_ && !is_compiling()) {
      begin_compiling(*std::exchange(wanted_text_, std::nullopt));
    }
    if (running_ && !runner_->is_drawing()) {
      begin_frame(wanted);
    }
  } catch (const KernelCrash& crash) {
    end_crashed_runner(crash);
  } catch (const std::exception& error) {
    shows_ = false;
    end_runner(error.what(), false);
  }
}

void KernelLab::take_frame(double now) {
  std::erase_if(frame_times_, [now](double time) { return now - time > 1; });
  if (!runner_ || !runner_->is_drawing()) {
    return;
  }
  if (const std::shared_ptr<const Image> frame = runner_->take_frame()) {
    image_ = frame;
    frames_to_show_ = 3;
    proven_ = begun_;
    const double milliseconds = (now - begin_time_) * 1000;
    frame_times_.push_back(now);
    frame_ms_ = frame_ms_ == 0 ? milliseconds : frame_ms_ + 0.08 * (milliseconds - frame_ms_);
    waiting_seconds_ = 0;
    return;
  }
  const double waited = now - begin_time_;
  waiting_seconds_ = waited >= long_seconds ? waited : 0;
  // The window's clock stops while a screenshot waits for this frame.
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun_at_;
  if (std::max(waited, elapsed.count()) >= stuck_seconds && given_up_.empty()) {
    give_up_frame(
        fmt::format("A frame took longer than {} s and was stopped; the loop may be endless.", stuck_seconds));
  }
}

void KernelLab::begin_frame(const KernelView& wanted) {
  std::array<std::shared_ptr<const Image>, kernel_picture_count> pictures;
  pictures[0] = own_picture_ ? own_picture_ : wanted.picture;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].update();
    pictures[i + 1] = inputs[i].image();
  }
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    runner_->set_picture(i, pictures[i]);
  }
  mouse_ = wanted.mouse.value_or(mouse_);
  KernelFrame frame;
  frame.time = changes_by_itself(running_->text) ? static_cast<float>(time_) : 0.0F;
  frame.mouse = {mouse_.first, mouse_.second};
  frame.is_pressed = wanted.is_pressed ? 1.0F : 0.0F;
  frame.a = controls.values[0];
  frame.b = controls.values[1];
  frame.c = controls.values[2];
  frame.d = controls.values[3];
  const std::pair extent{std::max(wanted.width, 1), std::max(wanted.height, 1)};
  if (drawn_frame_ && is_same(*drawn_frame_, frame) && drawn_extent_ == extent && drawn_pictures_ == pictures) {
    return;
  }
  begin_time_ = wanted.now;
  begun_at_ = std::chrono::steady_clock::now();
  const KernelProgram& program = running_->program;
  begun_ = {running_->text, {program.name, program.code, std::nullopt, program.buffers}};
  drawn_frame_ = frame;
  // The frame's number alone does not change the image.
  frame.count = count_++;
  runner_->begin(program, frame, extent.first, extent.second);
  drawn_extent_ = extent;
  drawn_pictures_ = pictures;
}

void KernelLab::give_up_frame(const std::string& why) {
  if (runner_->place() == KernelPlace::own_process) {
    runner_->end_kernel();
    given_up_ = why;
  } else {
    end_runner(why + " Its threads run until they end or the window is closed.", true);
  }
}

void KernelLab::end_crashed_runner(const KernelCrash& crash) {
  const bool is_asked = begun_->text == asked_text_;
  gpu::CompileMessage message = crash.message();
  std::string why = crash.what();
  if (!given_up_.empty()) {
    // Compilers turn a provably endless loop into a mere jump, which has no source line.
    if (message.line == 0) {
      tell_loops(loop_lines(begun_->text), message);
    }
    why = message.line == 0 ? given_up_ : fmt::format("{} It was at line {}.", given_up_, message.line);
  }
  end_runner(why, false);
  if (is_asked) {
    messages_ = {message};
    messages_text_ = asked_text_;
  }
}

void KernelLab::end_runner(const std::string& why, bool is_stuck) {
  const bool was_cuda = runner_ && runner_->device().id().kind == gpu::DeviceKind::cuda;
  // A kernel that was compiled during this frame is not the cause.
  const bool has_next = running_ && begun_ && running_->text != begun_->text;
  const std::optional<CompiledText> next = has_next ? running_ : proven_;
  const bool runs_next = next && begun_ && next->text != begun_->text;
  const bool has_other = is_compiling() || wanted_text_;
  stop_compiling();
  if (is_stuck) {
    keep_forever(std::move(runner_), running_ ? std::optional{std::move(running_->program)} : std::nullopt);
  }
  running_.reset();
  runner_.reset();
  waiting_seconds_ = 0;
  drawn_frame_.reset();
  error_ = has_next ? "" : why;
  given_up_.clear();
  if (was_cuda && !is_stuck) {
    error_ += "; a failed CUDA context cannot recover: save the session and restart the program";
    return;
  }
  if (has_other) {
    wanted_text_ = asked_text_;
  }
  if (runs_next) {
    running_ = next;
  }
}

}  // namespace texelscope::app
