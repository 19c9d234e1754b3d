#include "app/labs/interop/ownership_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace texelscope::app {
namespace {

/// Records the driver calls made during this object's lifetime.
class CallsOfStep {
 public:
  explicit CallsOfStep(gpu::StreamProfiler* profiler) : profiler_{profiler} {
    if (profiler_ != nullptr) {
      was_on_ = profiler_->is_on();
      profiler_->set_on(true);
      const std::vector<gpu::ActivityRecord> before = profiler_->records();
      first_ = before.empty() ? 0 : before.back().number + 1;
    }
  }
  ~CallsOfStep() {
    if (profiler_ != nullptr) {
      profiler_->set_on(was_on_);
    }
  }
  CallsOfStep(const CallsOfStep&) = delete;
  CallsOfStep& operator=(const CallsOfStep&) = delete;

  void add_to(std::vector<LifeCall>& calls) const {
    if (profiler_ == nullptr) {
      return;
    }
    for (const gpu::ActivityRecord& record : profiler_->records_from(first_)) {
      const std::chrono::duration<double, std::micro> host = record.host.end - record.host.start;
      calls.push_back({.name = std::string{record.name},
                       .is_renderer = false,
                       .start = record.host.start,
                       .host_us = host.count()});
    }
  }

 private:
  gpu::StreamProfiler* profiler_;
  bool was_on_ = false;
  std::uint64_t first_ = 0;
};

struct StateText {
  std::string_view gl_title;
  std::string_view gl;
  std::string_view vulkan_title;
  std::string_view vulkan;
};

constexpr std::string_view writing_text =
    "The launch returns immediately: the kernel is only queued on the stream. On the CPU device the lab delays it, so "
    "that "
    "you can see this step; on a GPU it takes microseconds.";
/// In the order of OwnershipState.
constexpr std::array<StateText, 6> texts = {
    {{"Created",
      "An OpenGL texture, registered with the device once, so that the driver knows that OpenGL and the device both "
      "use it.",
      "Created",
      "Vulkan creates the image with its own memory and timeline semaphore; the device imports both once, so no frame "
      "pays for it."},
     {"Mapped",
      "The map orders the stream's work after OpenGL's earlier work on the texture, and returns the array that kernels "
      "write. OpenGL must not touch the texture until the unmap.",
      "Acquired",
      "A submission releases the image and signals the timeline; the stream waits for that value. The host does not "
      "wait."},
     {"Kernel launched", writing_text, "Kernel launched", writing_text},
     {"Kernel done",
      "All texels are in the array. OpenGL still must not read them: only the unmap returns the texture to it.",
      "Kernel done", "The stream has reached its signal. The renderer's next commands wait for that value."},
     {"Unmapped",
      "The unmap orders OpenGL's later work after the stream's writes. The array is no longer valid, and "
      "neither is a surface created from it.",
      "Released",
      "The call queues a signal of the next value in the stream. It returns while the kernel still runs: nothing has "
      "waited."},
     {"Drawn", "OpenGL reads the texture like any other. Issuing the read after the unmap is sufficient ordering.",
      "Drawn",
      "The first commands that use the image wait for the value and acquire the image with a barrier. They could have "
      "been submitted long before the kernel was done."}}};

const StateText& text_of(OwnershipState step) { return texts[static_cast<std::size_t>(step)]; }

}  // namespace

OwnershipTrace::OwnershipTrace(std::unique_ptr<ObservedImage> image, std::shared_ptr<gpu::StreamProfiler> profiler)
    : image_{std::move(image)}, profiler_{std::move(profiler)} {
  records_.push_back(take(OwnershipState::made));
}

OwnershipState OwnershipTrace::next() const { return is_frame_over() ? steps().front() : steps()[records_.size() - 1]; }

void OwnershipTrace::step() {
  const OwnershipState step = next();
  const bool begins = is_frame_over();
  frame_ += begins ? 1 : 0;
  OwnershipRecord record = take(step);
  if (begins) {
    records_.erase(records_.begin(), records_.end() - 1);
  }
  records_.push_back(std::move(record));
}

void OwnershipTrace::refresh() { records_.back().facts = image_->facts(); }

OwnershipRecord OwnershipTrace::take(OwnershipState step) {
  OwnershipRecord record{.step = step, .facts = {}, .refusals = {}, .calls = {}, .picture = {}};
  {
    const CallsOfStep calls{profiler_.get()};
    record.calls = image_->take(step, frame_);
    calls.add_to(record.calls);
  }
  if (step == OwnershipState::writing) {
    // The lab makes this call only to delay the CPU device's kernel; it is not part of a frame.
    std::erase_if(record.calls, [](const LifeCall& call) { return call.name == "cuWaitExternalSemaphoresAsync"; });
  }
  std::ranges::stable_sort(record.calls, {}, &LifeCall::start);
  record.facts = image_->facts();
  record.refusals = image_->refusals();
  record.picture = image_->picture();
  return record;
}

std::string_view name_of(OwnershipState step) { return ownership_state_names[static_cast<std::size_t>(step)]; }

std::string_view title_of(OwnershipState step, RendererKind renderer) {
  return renderer == RendererKind::gl ? text_of(step).gl_title : text_of(step).vulkan_title;
}

std::string_view text_of(OwnershipState step, RendererKind renderer) {
  return renderer == RendererKind::gl ? text_of(step).gl : text_of(step).vulkan;
}

std::vector<std::pair<std::string_view, std::string>> rows_of(const ImageFacts& facts) {
  std::vector<std::pair<std::string_view, std::string>> rows = {
      {"owner", facts.owner == ImageOwner::renderer ? "the renderer" : "the device"},
      {"image", facts.image},
      {"layout", facts.layout}};
  if (!facts.queue_family.empty()) {
    rows.emplace_back("queue family", facts.queue_family);
  }
  rows.emplace_back("mapping", facts.mapping);
  if (facts.timeline) {
    rows.emplace_back("timeline", fmt::format("{}", facts.timeline->value));
  }
  rows.emplace_back("waits", waits_text(facts));
  rows.emplace_back("stream", facts.is_stream_done ? "idle" : "busy");
  rows.emplace_back("memory", facts.memory);
  return rows;
}

std::string waits_text(const ImageFacts& facts) {
  if (!facts.timeline) {
    const bool is_held = facts.owner == ImageOwner::device && !facts.is_stream_done;
    return is_held ? "the unmap would wait for the stream" : "no pending waits";
  }
  const TimelineFacts& timeline = *facts.timeline;
  const auto state = [&](std::uint64_t value) { return timeline.value >= value ? "reached" : "not reached"; };
  if (timeline.renderer_waits_for != 0) {
    return fmt::format("the next draw, for {} ({})", timeline.renderer_waits_for, state(timeline.renderer_waits_for));
  }
  if (timeline.stream_waits_for != 0) {
    return fmt::format("the stream, for {} ({})", timeline.stream_waits_for, state(timeline.stream_waits_for));
  }
  return "no pending waits";
}

}  // namespace texelscope::app
