#include "gpu/cpu/recording/recorded_objects.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/driver/array_rules.h"

namespace texelscope::gpu::cpu {

template <class Make>
std::uint32_t RecordedObjects::number_of(std::unordered_map<const void*, Known>& known,
                                         const std::shared_ptr<const void>& object, const Make& make) {
  Known& entry = known[object.get()];
  if (entry.object.expired()) {
    entry = {object, make()};
  }
  return entry.number;
}

std::uint32_t RecordedObjects::memory_number(const std::shared_ptr<const MemoryBlock>& block) {
  return number_of(known_memory_, block, [&] { return log_.next_memory(); });
}

RecordedObjects::ScheduledMemory RecordedObjects::scheduled_memory() const {
  const std::vector<std::shared_ptr<MemoryBlock>> blocks = objects_.memory.blocks();
  return {blocks.begin(), blocks.end()};
}

void RecordedObjects::begin_launch(const ScheduledMemory& scheduled) {
  textures_.clear();
  surfaces_.clear();
  memory_.clear();
  std::vector<std::shared_ptr<MemoryBlock>> blocks = objects_.memory.blocks();
  const std::set<std::shared_ptr<MemoryBlock>> live{blocks.begin(), blocks.end()};
  for (const std::weak_ptr<MemoryBlock>& block : scheduled) {
    if (std::shared_ptr<MemoryBlock> freed = block.lock(); freed && !live.contains(freed)) {
      blocks.push_back(std::move(freed));
    }
  }
  for (std::shared_ptr<MemoryBlock>& block : blocks) {
    memory_.push_back({block->address(), block->address() + block->size_bytes(), std::move(block), std::nullopt});
  }
  std::ranges::stable_sort(memory_, {}, &Memory::begin);
}

const RecordedObjects::Texture* RecordedObjects::texture(std::uint64_t handle, AccessLog::Recording& recording) {
  const auto [found, is_new] = textures_.try_emplace(handle);
  Texture& texture = found->second;
  if (is_new) {
    texture.binding = objects_.textures.find(TextureHandle{handle});
    if (texture.binding) {
      const TextureBinding& bound = *texture.binding;
      texture.memory_address = bound.memory->address();
      texture.number = number_of(known_objects_, texture.binding, [&] {
        const driver::TextureResource& resource = bound.resource;
        const ResourceFacts facts = resource.view ? viewed_facts(resource.facts, *resource.view) : resource.facts;
        const TexelLevel& level = bound.levels.front();
        const auto offset = static_cast<std::uint64_t>(level.texels - bound.memory->bytes());
        std::vector<AccessLevel> smaller_levels;
        for (const texture_unit::BoundLevel& smaller :
             static_cast<const texture_unit::BoundTexture&>(*bound.texture).smaller_levels) {
          smaller_levels.push_back({static_cast<std::uint64_t>(smaller.texels - bound.memory->bytes()),
                                    static_cast<std::uint64_t>(smaller.row_pitch_bytes),
                                    static_cast<std::uint64_t>(smaller.slice_pitch_bytes)});
        }
        return recording.add_object({.kind = AccessObject::Kind::texture,
                                     .handle = handle,
                                     .memory = memory_number(bound.memory),
                                     .offset = offset,
                                     .size_bytes = bound.memory->size_bytes() - offset,
                                     .array = facts.texels,
                                     .row_pitch_bytes = level.row_pitch_bytes,
                                     .slice_pitch_bytes = level.slice_pitch_bytes,
                                     .resource = facts.kind,
                                     .num_levels = facts.num_levels,
                                     .smaller_levels = std::move(smaller_levels),
                                     .texture = bound.descriptor});
      });
    }
  }
  return texture.binding ? &texture : nullptr;
}

const RecordedObjects::Surface* RecordedObjects::surface(std::uint64_t handle, AccessLog::Recording& recording) {
  const auto [found, is_new] = surfaces_.try_emplace(handle);
  Surface& surface = found->second;
  if (is_new) {
    surface.binding = objects_.surfaces.find(SurfaceHandle{handle});
    if (surface.binding) {
      const ArrayStorage& array = *surface.binding->array;
      surface.number = number_of(known_objects_, surface.binding, [&] {
        const ArrayDescriptor& descriptor = array.descriptor;
        return recording.add_object({.kind = AccessObject::Kind::surface,
                                     .handle = handle,
                                     .memory = memory_number(array.block),
                                     .offset = static_cast<std::uint64_t>(array.texels - array.block->bytes()),
                                     .size_bytes = array.slice_pitch_bytes * descriptor.copy_extent().depth(),
                                     .array = descriptor,
                                     .row_pitch_bytes = array.row_pitch_bytes,
                                     .slice_pitch_bytes = array.slice_pitch_bytes});
      });
    }
  }
  return surface.binding ? &surface : nullptr;
}

RecordedObjects::Memory* RecordedObjects::memory(std::uint64_t address, std::uint64_t distance) {
  const auto after = std::ranges::upper_bound(memory_, address, {}, &Memory::begin);
  if (after != memory_.begin()) {
    Memory& before = *std::prev(after);
    if (address < before.end || address - before.end < distance) {
      return &before;
    }
  }
  return after != memory_.end() && after->begin - address <= distance ? &*after : nullptr;
}

std::uint32_t RecordedObjects::number_of(Memory& memory, AccessLog::Recording& recording) {
  if (!memory.number) {
    memory.number = number_of(known_objects_, memory.block, [&] {
      return recording.add_object({.kind = AccessObject::Kind::memory,
                                   .handle = memory.begin,
                                   .memory = memory_number(memory.block),
                                   .size_bytes = memory.end - memory.begin});
    });
  }
  return *memory.number;
}

}  // namespace texelscope::gpu::cpu
