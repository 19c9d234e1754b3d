#include "app/labs/lifetime/lifetime_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/labs/lab_setting.h"
#include "app/text/bytes_text.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 5> orders = {"age", "kind", "handle", "size", "origin"};
constexpr double seconds_between_updates = 0.25;

bool is_before(const gpu::LiveObject& a, const gpu::LiveObject& b, LifetimeOrder order) {
  switch (order) {
    case LifetimeOrder::age:
      return a.number < b.number;
    case LifetimeOrder::kind:
      return a.kind < b.kind;
    case LifetimeOrder::handle:
      return a.handle < b.handle;
    case LifetimeOrder::size:
      return a.size_bytes < b.size_bytes;
    case LifetimeOrder::origin:
      return a.origin < b.origin;
  }
  return false;
}

bool contains(const std::vector<std::uint64_t>& numbers, std::uint64_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

}  // namespace

LabSettings LifetimeLab::declare_settings() {
  return {"lifetime panel",
          {{"order", choice_of(order, orders)},
           {"descending", switch_of(is_descending)},
           {"grouped", switch_of(is_grouped)},
           {"filter", text_of(filter)}}};
}

void LifetimeLab::sort(LifetimeOrder by) {
  is_descending = order == by && !is_descending;
  order = by;
}

void LifetimeLab::update(const gpu::LiveObjects& live, double now) {
  const bool is_due = !taken_ || now - *taken_ >= seconds_between_updates || now < *taken_;
  if (is_due) {
    objects_ = live.objects();
    taken_ = now;
  }
  const gpu::LiveObject* const object = looked_at();
  const std::uint64_t number = object != nullptr ? object->number : 0;
  if (is_due || number != related_to_) {
    related_to_ = number;
    update_relations();
  }
}

void LifetimeLab::update_relations() {
  end_ = {};
  owners_.clear();
  if (related_to_ == 0) {
    return;
  }
  end_ = gpu::end_of_object(objects_, related_to_);
  std::vector<std::uint64_t> open{related_to_};
  while (!open.empty()) {
    const gpu::LiveObject* const object = find(open.back());
    open.pop_back();
    for (const std::uint64_t owner : object != nullptr ? object->owners : std::vector<std::uint64_t>{}) {
      if (!contains(owners_, owner)) {
        owners_.push_back(owner);
        open.push_back(owner);
      }
    }
  }
}

bool LifetimeLab::is_listed(const gpu::LiveObject& object) const {
  return filter.empty() || name_of(object).find(filter) != std::string::npos ||
         object.origin.find(filter) != std::string::npos || object.made_by.find(filter) != std::string::npos;
}

std::vector<LifetimeRow> LifetimeLab::rows() const {
  std::vector<std::size_t> listed;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    if (is_listed(objects_[i])) {
      listed.push_back(i);
    }
  }
  std::ranges::stable_sort(listed, [this](std::size_t a, std::size_t b) {
    return is_descending ? is_before(objects_[b], objects_[a], order) : is_before(objects_[a], objects_[b], order);
  });
  if (is_grouped) {
    std::ranges::stable_sort(listed, {}, [this](std::size_t i) { return objects_[i].kind; });
  }
  std::vector<LifetimeRow> rows;
  std::size_t heading = 0;
  for (const std::size_t i : listed) {
    const gpu::LiveObject& object = objects_[i];
    if (is_grouped && (rows.empty() || rows[heading].kind != object.kind)) {
      heading = rows.size();
      rows.push_back({.kind = object.kind, .object = std::nullopt});
    }
    if (is_grouped) {
      ++rows[heading].count;
      rows[heading].size_bytes += object.size_bytes;
    }
    rows.push_back({.kind = object.kind, .object = i});
  }
  return rows;
}

const gpu::LiveObject* LifetimeLab::find(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(objects_, number, {}, &gpu::LiveObject::number);
  return found != objects_.end() && found->number == number ? &*found : nullptr;
}

const gpu::LiveObject* LifetimeLab::looked_at() const {
  const gpu::LiveObject* const object = find(hovered);
  return object != nullptr ? object : find(selected);
}

Relation LifetimeLab::relation_of(std::uint64_t number) const {
  if (related_to_ == 0) {
    return Relation::none;
  }
  return number == related_to_          ? Relation::itself
         : contains(owners_, number)    ? Relation::owner
         : contains(end_.users, number) ? Relation::user
                                        : Relation::none;
}

std::string LifetimeLab::chain_text(const gpu::LiveObject& object) const {
  std::string text = name_of(object);
  const gpu::LiveObject* at = &object;
  while (!at->owners.empty()) {
    // The first is the object that it was created from; others, such as the stream of a mapping, are appended.
    std::string owners;
    for (const std::uint64_t number : at->owners) {
      const gpu::LiveObject* const owner = find(number);
      owners +=
          fmt::format("{}{}", owners.empty() ? "" : " and ", owner != nullptr ? name_of(*owner) : "a destroyed object");
    }
    text += fmt::format(" → {}", owners);
    at = find(at->owners.front());
    if (at == nullptr) {
      break;
    }
  }
  return text;
}

std::string name_of(const gpu::LiveObject& object) {
  return fmt::format("{} {:#x}", to_string(object.kind), object.handle);
}

std::string end_text(const LifetimeLab& lab, const gpu::LiveObject& object) {
  const gpu::EndOfObject& end = lab.end();
  if (object.kind == gpu::ObjectKind::context) {
    return fmt::format("The device itself: it is destroyed when the last of its {} objects is closed.",
                       end.users.size());
  }
  if (!end.users.empty()) {
    const gpu::LiveObject* const first = lab.find(end.users.front());
    return fmt::format(
        "Closing it frees nothing yet: {}{} keep{} it alive.", first != nullptr ? name_of(*first) : "an object",
        end.users.size() > 1 ? fmt::format(" and {} more", end.users.size() - 1) : "", end.users.size() > 1 ? "" : "s");
  }
  std::string text = fmt::format("Closing it frees {}", bytes_text(static_cast<std::int64_t>(end.size_bytes)));
  std::string let_go;
  for (const std::uint64_t number : end.let_go) {
    const gpu::LiveObject* const owner = lab.find(number);
    let_go += owner != nullptr ? fmt::format("{}{}", let_go.empty() ? "" : ", ", name_of(*owner)) : "";
  }
  return let_go.empty() ? text + "."
                        : fmt::format("{}, including {}, unless the program uses that elsewhere.", text, let_go);
}

}  // namespace texelscope::app
