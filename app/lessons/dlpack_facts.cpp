#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_script.h"
#include "app/text/setting_text.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

enum class MemoryPlace : unsigned char { device, pinned, host };
constexpr std::array<std::string_view, 3> place_names = {"device", "pinned", "host"};

/// Memory whose owner can be observed.
struct WatchedMemory {
  std::shared_ptr<gpu::Buffer> buffer;
  gpu::StridedMemoryView view;
};

WatchedMemory watched_memory(const Json& json, const gpu::StridedLayout& layout, const gpu::ElementType& type,
                             const gpu::Device& device) {
  MemoryPlace place = MemoryPlace::device;
  take_choice("place", json.value("place", "device"), place_names, place);
  const auto size = static_cast<std::size_t>(layout.required_size_in_bytes());
  const gpu::Device owner = place == MemoryPlace::host ? gpu::Device::open({}) : device;
  auto buffer = std::make_shared<gpu::Buffer>(
      place == MemoryPlace::pinned ? owner.allocate_pinned(size) : owner.allocate(size, owner.create_stream()));
  const gpu::ForeignMemory memory{.pointer = buffer->handle(),
                                  .size_bytes = size,
                                  .device_id = owner.id(),
                                  .is_host_accessible = buffer->is_host_accessible(),
                                  .is_read_only = json.value("is_read_only", false),
                                  .owner = buffer};
  return {buffer, gpu::StridedMemoryView::from_external(memory, layout, type)};
}

/// The consumer's view of the structure.
LessonFacts facts_of_tensor(const DLTensor& tensor, std::uint64_t begin) {
  const auto count = static_cast<std::size_t>(tensor.ndim);
  return {{"ndim", fmt::format("{}", tensor.ndim)},
          {"shape", fmt::format("({})", fmt::join(std::span(tensor.shape, count), ", "))},
          {"strides", fmt::format("({})", fmt::join(std::span(tensor.strides, count), ", "))},
          {"code", fmt::format("{}", tensor.dtype.code)},
          {"bits", fmt::format("{}", tensor.dtype.bits)},
          {"lanes", fmt::format("{}", tensor.dtype.lanes)},
          {"device_type", fmt::format("{}", tensor.device.device_type)},
          {"byte_offset", fmt::format("{}", tensor.byte_offset)},
          {"skipped_bytes", fmt::format("{}", reinterpret_cast<std::uint64_t>(tensor.data) - begin)}};
}

/// The error of a refused call; empty for none.
template <class Call>
std::string refusal_of(Call&& call) {
  try {
    call();
    return "";
  } catch (const gpu::Error& error) {
    return error.what();
  }
}

/// The tensor with changed fields.
DLTensor changed(DLTensor tensor, const Json& json) {
  // Never larger than the actual rank, since shape and strides have no more entries.
  tensor.ndim = std::min(json.value("ndim", tensor.ndim), tensor.ndim);
  tensor.device.device_type = json.value("device_type", tensor.device.device_type);
  tensor.dtype.bits = json.value("bits", tensor.dtype.bits);
  return tensor;
}

}  // namespace

LessonFacts dlpack_facts(const Json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  const gpu::ElementType type = gpu::numpy_type_from_string(json.value("type", "<f4")).type;
  Json with_itemsize = json;
  with_itemsize["itemsize"] = type.itemsize();
  const gpu::StridedLayout layout = lesson_layout(with_itemsize, {"type", "place", "is_read_only", "change"});
  const Json change = json.value("change", Json::object());
  require_known(change, {"ndim", "device_type", "bits"});
  WatchedMemory memory = watched_memory(json, layout, type, device);
  const std::weak_ptr<gpu::Buffer> watched = memory.buffer;
  const std::uint64_t begin = memory.view.pointer().value;
  LessonFacts facts;
  try {
    DLManagedTensorVersioned* const tensor = gpu::to_dlpack_versioned(memory.view);
    facts = facts_of_tensor(tensor->dl_tensor, begin);
    facts["device"] = to_string(memory.view.device_id());
    facts["version"] = fmt::format("{}.{}", tensor->version.major, tensor->version.minor);
    facts["is_read_only"] = yes_or_no((tensor->flags & gpu::dlpack::is_read_only) != 0);
    facts["refusal_when_changed"] =
        refusal_of([&] { static_cast<void>(gpu::from_dlpack(changed(tensor->dl_tensor, change))); });
    facts["refusal_without_version"] = refusal_of([&] {
      DLManagedTensor* const unversioned = gpu::to_dlpack(memory.view);
      unversioned->deleter(unversioned);
    });
    { const WatchedMemory let_go = std::move(memory); }
    const bool is_kept = !watched.expired();
    tensor->deleter(tensor);
    facts["freed_by"] = !is_kept ? "the producer" : watched.expired() ? "the deleter" : "nothing";
    facts["refusal"] = "";
  } catch (const gpu::InvalidArgument& error) {
    facts["refusal"] = error.what();
  }
  return facts;
}

}  // namespace texelscope::app
