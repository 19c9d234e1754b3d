#include "app/labs/access/access_lab.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>

#include "app/accesses/access_file.h"
#include "app/accesses/recorded_scenes.h"
#include "app/accesses/texel_place.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/labs/access/nan_steps.h"
#include "app/labs/lab_setting.h"

namespace texelscope::app {
namespace {

/// The hazards of a recording, with short names of files.
std::vector<std::string> texts_of_hazards(const RecordedAccesses& recorded) {
  std::vector<std::string> texts;
  if (!recorded.hazards) {
    return texts;
  }
  const gpu::AccessRecording& whole = recorded.recording;
  gpu::AccessRecording shortened{
      .launches = whole.launches, .objects = whole.objects, .sites = whole.sites, .accesses = {}};
  for (gpu::AccessSite& site : shortened.sites) {
    site = short_site(std::move(site));
  }
  for (const Hazard& hazard : *recorded.hazards) {
    texts.push_back(hazard_text(hazard, shortened));
  }
  return texts;
}

constexpr std::array<std::string_view, 4> tabs = {"picture", "pixel", "lines", "hazards"};
constexpr std::string_view ending = ".accesses";
constexpr std::uintmax_t max_source_bytes = std::uintmax_t{4} << 20U;

bool is_inside(const AccessPixel& pixel, const Image& image) { return pixel.x < image.width && pixel.y < image.height; }

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

LabSettings AccessLab::declare_settings() { return {"accesses lab", {{"tab", choice_of(tab, tabs)}}}; }

bool AccessLab::is_opened_by(const std::filesystem::path& path) const { return path.extension() == ending; }

bool AccessLab::take_file(const std::filesystem::path& path) {
  if (!is_opened_by(path)) {
    return false;
  }
  auto study = std::make_shared<AccessStudy>();
  study->title = path.filename().string();
  study->recorded = read_accesses(path);
  study->is_first_write = first_writes(study->recorded);
  study->reads_sources = false;
  take_study(std::move(study), false);
  return true;
}

std::function<void(std::ostream&)> AccessLab::file_writer() const {
  return [study = saves_detail && detail_ ? detail_ : study_](std::ostream& out) {
    if (!study) {
      throw FileError("there is no recording to save; press Record first");
    }
    write_accesses(out, study->recorded);
  };
}

std::optional<WorkInProgress> AccessLab::work_in_progress() const {
  if (!progress_) {
    return std::nullopt;
  }
  const std::uint64_t all = progress_->all;
  return WorkInProgress{
      "Recording " + title_,
      all < 2 ? std::nullopt : std::optional{static_cast<double>(progress_->done) / static_cast<double>(all)}};
}

LabView AccessLab::shown_view() { return picture_ ? LabView{&view, view_extent} : LabView{}; }

void AccessLab::request(AccessSource wanted, std::optional<gpu::MemoryByte> touching) {
  if (is_recording() && touching) {
    return;
  }
  // A new frame replaces the one that is being recorded.
  is_cancelled_ = is_cancelled_ || is_recording();
  request_ = {wanted, touching};
}

std::optional<AccessRequest> AccessLab::take_request() {
  if (request_) {
    recorded_byte_ = request_->touching;
  }
  return std::exchange(request_, std::nullopt);
}

std::shared_ptr<AccessProgress> AccessLab::begin(std::string title) {
  title_ = std::move(title);
  error_.clear();
  is_cancelled_ = false;
  progress_ = std::make_shared<AccessProgress>();
  return progress_;
}

void AccessLab::fail(std::string error) {
  error_ = std::move(error);
  progress_.reset();
}

void AccessLab::take_study(std::shared_ptr<const AccessStudy> study, bool is_detail) {
  progress_.reset();
  error_.clear();
  if (is_detail && recorded_byte_ == target_byte()) {
    detail_ = std::move(study);
    return find_history();
  }
  if (is_detail) {
    // Another place was chosen in the meantime.
    return look_closer();
  }
  const bool is_frame_pixel = target_ && is_of_frame(target_->object);
  study_ = std::move(study);
  frame_surface_ = frame_surface(study_->recorded);
  detail_.reset();
  sources_.clear();
  launch.reset();
  hazard_texts_ = texts_of_hazards(study_->recorded);
  wants_readers_ = false;
  wanted_.reset();
  frame_picture_ = study_->shown ? frame_picture_ : FramePicture::recorded;
  maps_ = texel_map_choices(study_->recorded);
  const gpu::AccessRecording& recording = study_->recorded.recording;
  lines_ = lines_by_place(study_->recorded);
  launches_.clear();
  for (const gpu::AccessLaunch& recorded : recording.launches) {
    LaunchSums sums{.launch = recorded.number};
    for (const LineMap& line : study_->recorded.lines) {
      sums.accesses += line.launch == recorded.number ? line.accesses : 0;
    }
    if (sums.accesses > 0 || !recorded.is_recordable) {
      launches_.push_back(sums);
    }
  }
  choose_map(study_->frame || maps_.empty() ? std::nullopt : std::optional{std::size_t{0}});
  // A pixel of the frame is followed into the next recording.
  const std::optional<AccessPixel> pixel = is_frame_pixel ? target_->pixel : std::nullopt;
  target_.reset();
  followed_.clear();
  if (pixel && study_->frame && is_inside(*pixel, *study_->frame)) {
    choose_pixel(*pixel);
  } else {
    find_history();
  }
}

void AccessLab::choose_map(std::optional<std::size_t> map) {
  map_ = map;
  if (map_) {
    show(texel_map_picture(study_->recorded, maps_[*map_]));
    legend_ = texel_map_legend(study_->recorded, maps_[*map_]);
  } else {
    choose_frame(frame_picture_);
  }
}

void AccessLab::choose_frame(FramePicture picture) {
  map_.reset();
  frame_picture_ = picture;
  show(picture == FramePicture::recorded    ? study_->frame
       : picture == FramePicture::in_window ? study_->shown
                                            : difference_picture(*study_->frame, *study_->shown));
}

void AccessLab::show(std::shared_ptr<const Image> picture) {
  if (!picture_ || !picture || picture_->width != picture->width || picture_->height != picture->height) {
    view = {};
  }
  picture_ = std::move(picture);
}

std::uint32_t AccessLab::memory_of(std::uint32_t object) const {
  return study_->recorded.recording.objects[object].memory;
}

bool AccessLab::is_of_frame(std::uint32_t object) const {
  return frame_surface_ && memory_of(*frame_surface_) == memory_of(object);
}

std::optional<std::uint32_t> AccessLab::shown_object() const {
  return !map_ || is_of_frame(maps_[*map_].object) ? frame_surface_ : maps_[*map_].object;
}

std::optional<AccessPixel> AccessLab::pixel() const {
  const std::optional<std::uint32_t> shown = shown_object();
  return target_ && shown && memory_of(*shown) == memory_of(target_->object) ? target_->pixel : std::nullopt;
}

void AccessLab::choose_pixel(AccessPixel pixel) {
  const std::optional<std::uint32_t> object = shown_object();
  if (!object || pixel.x < 0 || pixel.y < 0) {
    return;
  }
  const gpu::AccessObject& of = study_->recorded.recording.objects[*object];
  const gpu::Extent extent = of.array.copy_extent();
  const auto x = static_cast<std::uint64_t>(pixel.x);
  const auto y = static_cast<std::uint64_t>(pixel.y);
  if (x < extent.width() && y < extent.height()) {
    wants_readers_ = map_ && !maps_[*map_].is_of_writes;
    wanted_.reset();
    choose_target(AccessTarget{*object, texel_offset(of, x, y), pixel});
  }
}

void AccessLab::choose_target(const AccessTarget& target) {
  followed_.clear();
  show_target(target);
}

void AccessLab::show_target(const AccessTarget& target) {
  target_ = target;
  lists_all_readers = false;
  detail_.reset();
  find_history();
  look_closer();
}

void AccessLab::follow(const gpu::TapExplanation& tap) {
  const gpu::AccessRecording& recording = detail()->recorded.recording;
  const gpu::AccessObject& object = recording.objects[recording.accesses[*access_].object];
  if (!tap.is_border && static_cast<std::size_t>(tap.level) <= object.smaller_levels.size()) {
    follow(texel_offset(object, static_cast<std::uint64_t>(tap.index[0]), static_cast<std::uint64_t>(tap.index[1]),
                        static_cast<std::uint64_t>(tap.index[2]), static_cast<unsigned>(tap.level)));
  }
}

void AccessLab::follow_read() { follow(detail()->recorded.recording.accesses[*access_].offset); }

void AccessLab::follow_nan() {
  choose_access(nan_steps_.back());
  follow(std::uint64_t{*nan_source_});
}

void AccessLab::follow(std::uint64_t offset) {
  const gpu::AccessRecording& recording = detail()->recorded.recording;
  const std::uint32_t memory = recording.objects[recording.accesses[*access_].object].memory;
  const std::vector<gpu::AccessObject>& objects = study_->recorded.recording.objects;
  const auto found = std::ranges::find(objects, memory, &gpu::AccessObject::memory);
  if (found == objects.end()) {
    return;
  }
  const std::optional<TexelPlace> place = texel_place(*found, offset);
  AccessTarget target{static_cast<std::uint32_t>(found - objects.begin()), offset};
  if (place && place->level == 0 && place->z == 0) {
    target.pixel = AccessPixel{static_cast<int>(place->x), static_cast<int>(place->y)};
  }
  followed_.emplace_back(*target_, map_);
  for (std::size_t map = 0; map < maps_.size(); ++map) {
    if (memory_of(maps_[map].object) == memory) {
      choose_map(map);
      break;
    }
  }
  wants_readers_ = false;
  wanted_.reset();
  show_target(target);
}

void AccessLab::go_back() {
  const auto [target, map] = followed_.back();
  followed_.pop_back();
  choose_map(map);
  show_target(target);
}

std::optional<gpu::MemoryByte> AccessLab::target_byte() const {
  return target_ ? std::optional{gpu::MemoryByte{memory_of(target_->object), target_->offset}} : std::nullopt;
}

void AccessLab::find_readers() {
  wants_readers_ = true;
  look_closer();
}

bool AccessLab::can_find_readers() const {
  return target_ && !detail_ && study_->reads_sources && !is_recording() && !request_;
}

void AccessLab::look_closer() {
  const bool may_lack_writes = history_.empty() && num_dropped(study_->recorded.recording) > 0;
  const bool lacks_wanted = wanted_ && !find_wanted();
  if (can_find_readers() && (may_lack_writes || lacks_wanted || wants_readers_)) {
    request(source, target_byte());
  }
}

void AccessLab::choose_hazard(const Hazard& hazard, const HazardAccess* side) {
  const gpu::AccessRecording& recording = study_->recorded.recording;
  AccessTarget target{hazard.object, hazard.offset};
  const auto show = [&](std::optional<std::size_t> map, std::uint32_t surface) {
    if (const std::optional<HistoryPixel> pixel = pixel_of(recording, hazard, surface)) {
      choose_map(map);
      target = {surface, pixel_offset(recording, *pixel),
                AccessPixel{static_cast<int>(pixel->x), static_cast<int>(pixel->y)}};
    }
    return target.pixel.has_value();
  };
  if (!(frame_surface_ && study_->frame && show(std::nullopt, *frame_surface_))) {
    for (std::size_t map = 0; map < maps_.size(); ++map) {
      const std::uint32_t object = maps_[map].object;
      if (maps_[map].is_of_writes && recording.objects[object].kind == gpu::AccessObject::Kind::surface &&
          show(map, object)) {
        break;
      }
    }
  }
  wants_readers_ = false;
  wanted_ = side != nullptr ? std::optional{*side} : std::nullopt;
  if (target.object < recording.objects.size()) {
    choose_target(target);
    tab = AccessTab::pixel;
  }
}

std::optional<std::size_t> AccessLab::find_wanted() const {
  const gpu::AccessRecording& whole = study_->recorded.recording;
  const gpu::AccessRecording& recording = detail()->recorded.recording;
  const std::optional<gpu::MemoryByte> byte = target_byte();
  if (!wanted_ || !byte) {
    return std::nullopt;
  }
  const std::string site = to_string(whole.sites.at(wanted_->site));
  const kernels::Index thread = thread_index(whole.launches.at(wanted_->launch).extent, wanted_->thread);
  const auto is_wanted = [&](std::size_t index) {
    const gpu::Access& access = recording.accesses[index];
    return access.launch == wanted_->launch && access.thread.x == thread.x && access.thread.y == thread.y &&
           access.thread.z == thread.z && gpu::is_write(access.kind) == wanted_->is_write &&
           to_string(recording.sites[access.site]) == site;
  };
  for (const PixelWrite& write : history_) {
    if (is_wanted(write.access)) {
      return write.access;
    }
  }
  const auto found = std::ranges::find_if(readers_, is_wanted);
  return found != readers_.end() ? std::optional{*found} : std::nullopt;
}

void AccessLab::find_history() {
  history_.clear();
  readers_.clear();
  write_ = 0;
  access_.reset();
  fetch_.reset();
  nan_steps_.clear();
  nan_source_.reset();
  const std::optional<gpu::MemoryByte> byte = target_byte();
  if (!byte) {
    return;
  }
  const gpu::AccessRecording& recording = detail()->recorded.recording;
  history_ = byte_history(recording, *byte);
  for (const std::uint64_t index : recording.touching) {
    if (!gpu::is_write(recording.accesses[index].kind)) {
      readers_.push_back(static_cast<std::size_t>(index));
    }
  }
  has_race_ = std::ranges::adjacent_find(history_, [&](const PixelWrite& a, const PixelWrite& b) {
                const gpu::Access& first = recording.accesses[a.access];
                const gpu::Access& second = recording.accesses[b.access];
                return first.launch == second.launch && first.value != second.value && !is_same_thread(first, second);
              }) != history_.end();
  if (!history_.empty()) {
    choose_write(history_.size() - 1);
  } else if (!readers_.empty()) {
    choose_access(readers_.front());
  }
  if (const std::optional<std::size_t> wanted = find_wanted()) {
    const auto write = std::ranges::find(history_, *wanted, &PixelWrite::access);
    write != history_.end() ? choose_write(static_cast<std::size_t>(write - history_.begin())) : choose_access(*wanted);
  }
}

void AccessLab::choose_access(std::size_t access) {
  access_ = access;
  fetch_ = fetch_of(detail()->recorded, detail()->title, access);
}

void AccessLab::choose_write(std::size_t write) {
  write_ = write;
  choose_access(history_.at(write).access);
  nan_steps_.clear();
  // The last NaN of the thread: a write of integers has none, but what the thread read before may.
  const std::vector<std::size_t> own = thread_accesses(*access_);
  for (auto at = own.rbegin(); at != own.rend() && nan_steps_.empty(); ++at) {
    if (*at <= *access_) {
      nan_steps_ = app::nan_steps(detail()->recorded, *at);
    }
  }
  nan_source_ = nan_steps_.empty() ? std::nullopt : nan_source(detail()->recorded, nan_steps_.back());
}

const std::string& AccessLab::source_line(const AccessStudy& study, const gpu::SourcePlace& place) {
  static const std::string none;
  if (place.line < 1 || !study.reads_sources) {
    return none;
  }
  auto found = std::ranges::find(sources_, place.file, &std::pair<std::string, std::vector<std::string>>::first);
  if (found == sources_.end()) {
    std::vector<std::string> lines;
    if (place.file == study.source_name) {
      lines = lines_of(study.source);
    } else {
      try {
        const std::vector<std::byte> file = read_file(find_scene_source(place.file), max_source_bytes);
        lines = lines_of({reinterpret_cast<const char*>(file.data()), file.size()});
      } catch (const FileError&) {
        // Installed packages have no sources: the line's number is enough.
      }
    }
    found = sources_.insert(sources_.end(), {place.file, std::move(lines)});
  }
  const auto line = static_cast<std::size_t>(place.line) - 1;
  return line < found->second.size() ? found->second[line] : none;
}

}  // namespace texelscope::app
