#include <fmt/format.h>

#include <algorithm>

#include "app/labs/access/access_lines.h"
#include "app/labs/access/panel/access_panel.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

const gpu::AccessRecording& recording_of(const AccessContext& context) {
  return context.lab.detail()->recorded.recording;
}

AccessRow access_row(const AccessContext& context, std::size_t access, std::string name) {
  const gpu::AccessRecording& recording = recording_of(context);
  AccessLines lines = access_lines(recording, access, context.lab.is_first_write(access));
  return {.name = std::move(name),
          .place = short_site_text(recording.sites[recording.accesses[access].site]),
          .first = std::move(lines.what),
          .second = std::move(lines.value),
          .note = has_nan(recording, access) ? "NaN" : std::move(lines.note),
          .is_chosen = context.lab.access() == access};
}

/// Why the list of writes is empty.
std::string no_write_text(const AccessLab& lab) {
  if (lab.is_busy()) {
    return "Recording the threads that access it …";
  }
  return num_dropped(lab.detail()->recorded.recording) > 0
             ? "No recorded thread wrote it. Some accesses exceeded the limit and were dropped."
             : "No thread wrote it in this frame: it has an older value.";
}

void draw_writes(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const gpu::AccessRecording& recording = recording_of(context);
  const std::vector<PixelWrite>& history = lab.history();
  heading(context.theme(), lab.has_race()       ? "WRITES, WHOSE ORDER IS UNDEFINED ON A GPU"
                           : history.size() > 1 ? "WRITES, THE LAST ONE DETERMINES THE PIXEL"
                                                : "WRITTEN BY");
  for (std::size_t i = 0; i < history.size(); ++i) {
    const gpu::Access& write = recording.accesses[history[i].access];
    if (draw_access_row(
            context,
            {.name = fmt::format("write.{}", i),
             .place = fmt::format("launch {}", write.launch),
             .first = fmt::format("{} of {}", short_index_text(write.thread),
                                  short_kernel_name(recording.launches[write.launch].kernel)),
             .second = access_lines(recording, history[i].access, lab.is_first_write(history[i].access)).value,
             .note = has_nan(recording, history[i].access) ? "NaN" : place_note(write),
             .is_chosen = lab.write() == i},
            i)) {
      lab.choose_write(i);
    }
  }
}

void draw_readers(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (lab.can_find_readers()) {
    if (link_button(theme, "Who reads it?")) {
      lab.find_readers();
    }
    context.describe("find_readers", "Records the frame again, and keeps every thread that reads or writes it.");
  }
  if (!lab.has_own_detail()) {
    return;
  }
  const gpu::AccessRecording& recording = recording_of(context);
  const std::vector<std::size_t>& readers = lab.readers();
  const std::string title = readers.empty()       ? "NEVER READ"
                            : readers.size() == 1 ? "READ ONCE"
                                                  : fmt::format("READ {} TIMES", readers.size());
  heading(theme, title.c_str());
  const std::size_t most = lab.lists_all_readers ? 500 : 5;
  for (std::size_t i = 0; i < std::min(readers.size(), most); ++i) {
    AccessRow row = access_row(context, readers[i], fmt::format("read.{}", i));
    row.first = short_thread_text(recording.accesses[readers[i]]);
    if (draw_access_row(context, row, i)) {
      lab.choose_access(readers[i]);
    }
  }
  if (readers.size() <= most) {
    return;
  }
  const std::string more = fmt::format("and {} more", readers.size() - most);
  if (lab.lists_all_readers) {
    text_in(theme.small_text, color::text_dim, more);
  } else if (link_button(theme, more.c_str())) {
    lab.lists_all_readers = true;
  }
  context.record("more_readers");
}

void draw_nan_steps(const AccessContext& context) {
  AccessLab& lab = context.lab;
  if (lab.nan_steps().empty()) {
    return;
  }
  heading(context.theme(), "WHERE THE NaN COMES FROM");
  for (std::size_t i = 0; i < lab.nan_steps().size(); ++i) {
    const std::size_t step = lab.nan_steps()[i];
    AccessRow row = access_row(context, step, fmt::format("nan.{}", i));
    const bool is_last = i + 1 == lab.nan_steps().size();
    row.note = !is_last                                                   ? ""
               : gpu::is_write(recording_of(context).accesses[step].kind) ? "the first NaN"
                                                                          : "its writer is not in this recording";
    row.second = fmt::format("{}: {}", short_thread_text(recording_of(context).accesses[step]), row.second);
    if (draw_access_row(context, row, i)) {
      lab.choose_access(step);
    }
  }
  if (lab.can_follow_nan()) {
    const bool is_clicked = link_button(context.theme(), "Follow it");
    context.describe("follow_nan", "Records the threads that access the place from which it was read.");
    if (is_clicked) {
      lab.follow_nan();
    }
  }
}

}  // namespace

void draw_access_pixel(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (lab.study() == nullptr || !lab.target()) {
    wrapped_line(context, "hint", color::text_dim,
                 lab.is_busy()            ? "Recording the frame …"
                 : lab.study() == nullptr ? "There is no recording yet."
                                          : "Click a pixel of the frame or of a map: this lists the threads that "
                                            "accessed it, and what they read before.");
    return;
  }
  if (lab.can_go_back()) {
    const bool is_clicked = link_button(theme, "Back");
    context.describe("back", "Shows the place whose access read this one.");
    if (is_clicked) {
      lab.go_back();
    }
  }
  const AccessTarget& target = *lab.target();
  titled(context, target.pixel ? "PIXEL" : "PLACE",
         target.pixel
             ? fmt::format("({}, {})   {}", target.pixel->x, target.pixel->y, count_text(lab.history().size(), "write"))
             : place_text(lab.study()->recorded.recording, target.object, target.offset),
         color::text);
  if (!lab.history().empty()) {
    draw_writes(context);
  } else if (lab.readers().empty()) {
    wrapped_line(context, "stale", color::warning, no_write_text(lab));
  }
  draw_readers(context);
  if (!lab.access()) {
    return;
  }
  draw_nan_steps(context);
  if (lab.access()) {
    draw_chosen_access(context);
  }
  if (!lab.access()) {
    // A link followed to another place.
    return;
  }
  const std::size_t chosen = *lab.access();
  const std::vector<std::size_t> own = lab.thread_accesses(chosen);
  heading(context.theme(), "ACCESSES OF THIS THREAD");
  text_line(context, "thread", short_thread_text(recording_of(context).accesses[chosen]), color::text_dim);
  // A thread may make thousands of accesses.
  constexpr std::size_t most = 500;
  for (std::size_t i = 0; i < std::min(own.size(), most); ++i) {
    if (draw_access_row(context, access_row(context, own[i], fmt::format("access.{}", i)), i)) {
      lab.choose_access(own[i]);
    }
  }
  if (own.size() > most) {
    text_in(theme.small_text, color::text_dim, fmt::format("and {} more", own.size() - most));
  }
}

}  // namespace texelscope::app
