#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_layout.h"
#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/inspect.h"
#include "texelscope/inspect_json.h"

/// Shows objects of texelscope::gpu in the window, ordered on the stream that wrote them. C++20; link texelscope::gpu,
/// too. Nothing here throws or waits: an object that cannot be shown is refused, and texelscope_inspect_last_error()
/// says why for errors of the array itself.
namespace texelscope::inspect {

/// Shows a tensor. Its memory must stay valid until the stream has reached this call, unless the view owns it.
inline Status show(const char* name, const gpu::StridedMemoryView& view, const gpu::Stream& stream,
                   const Options& options = {}) noexcept;
/// Shows a buffer's elements.
inline Status show(const char* name, const gpu::Buffer& buffer, const gpu::StridedLayout& layout,
                   const gpu::ElementType& type, const gpu::Stream& stream, const Options& options = {}) noexcept;
/// Shows texels as rows, columns and channels, with slices, layers or faces before them: a copy, made on the device.
/// Refuses encoded texels, such as blocks.
inline Status show(const char* name, const gpu::CUDAArray& array, const gpu::Stream& stream,
                   const Options& options = {}) noexcept;
/// Shows each level as an array of its own: "NAME level 0", ….
inline Status show(const char* name, const gpu::MipmappedArray& array, const gpu::Stream& stream,
                   const Options& options = {}) noexcept;
/// Shows the array or the levels that a texture reads, with its settings: the window's Textures lab fetches with them.
inline Status show(const char* name, const gpu::TextureObject& texture, const gpu::Stream& stream,
                   const Options& options = {}) noexcept;

/// The settings of a texture, for Options::texture.
inline std::string texture_json(const gpu::TextureDescriptor& texture) {
  const auto flag = [](bool is_set) { return is_set ? "true" : "false"; };
  std::string text = "{\"address_mode\":[";
  for (int axis = 0; axis < 3; ++axis) {
    text.append(axis > 0 ? ",\"" : "\"").append(to_string(texture.address_mode[axis])).append("\"");
  }
  text.append("],\"filter_mode\":\"").append(to_string(texture.filter_mode));
  text.append("\",\"mipmap_filter_mode\":\"").append(to_string(texture.mipmap_filter_mode));
  text.append("\",\"normalized_float\":").append(flag(texture.read_mode == gpu::ReadMode::normalized_float));
  text.append(",\"normalized_coords\":").append(flag(texture.normalized_coords));
  text.append(",\"srgb\":").append(flag(texture.srgb));
  text.append(",\"seamless_cubemap\":").append(flag(texture.seamless_cubemap));
  text.append(",\"disable_trilinear_optimization\":").append(flag(texture.disable_trilinear_optimization));
  text.append(",\"max_anisotropy\":").append(std::to_string(std::min(texture.max_anisotropy, 16U)));
  text.append(",\"mipmap_level_bias\":").append(json_number(texture.mipmap_level_bias));
  text.append(",\"min_mipmap_level_clamp\":").append(json_number(texture.min_mipmap_level_clamp));
  text.append(",\"max_mipmap_level_clamp\":").append(json_number(texture.max_mipmap_level_clamp));
  text.append(",\"border_color\":[");
  for (std::size_t channel = 0; channel < texture.border_color.size(); ++channel) {
    text.append(channel > 0 ? "," : "").append(json_number(texture.border_color[channel]));
  }
  return text.append("]}");
}

namespace detail {

/// The address of the first element, and byte distances.
inline Status show_view(const std::string& name, const gpu::StridedMemoryView& view, const Options& options) {
  const gpu::StridedLayout& layout = view.layout();
  const std::int64_t itemsize = view.type().itemsize();
  Axes shape;
  Axes strides;
  for (std::size_t axis = 0; axis < layout.shape().size(); ++axis) {
    shape.add(layout.shape()[axis]);
    strides.add(layout.strides()[axis] * itemsize);
  }
  const auto first = static_cast<std::int64_t>(view.pointer().value) + layout.slice_offset() * itemsize;
  return show_bytes(name.c_str(), reinterpret_cast<const void*>(first), to_string(view.type()).c_str(), shape, strides,
                    options);
}

}  // namespace detail

inline Status show(const char* name, const gpu::StridedMemoryView& view, const gpu::Stream& stream,
                   const Options& options) noexcept {
  return detail::guarded([&] {
    Options here = options;
    if (!view.is_host_accessible()) {
      here.is_cuda = true;
      here.stream = reinterpret_cast<void*>(stream.handle().value);
      return detail::show_view(name, view, here);
    }
    // The host copies when the stream has come so far.
    stream.then(
        [text = std::string(name), view, here, texture = std::string(here.texture ? here.texture : "")]() mutable {
          here.texture = texture.empty() ? nullptr : texture.c_str();
          static_cast<void>(detail::show_view(text, view, here));
        });
    return Status::sent;
  });
}

inline Status show(const char* name, const gpu::Buffer& buffer, const gpu::StridedLayout& layout,
                   const gpu::ElementType& type, const gpu::Stream& stream, const Options& options) noexcept {
  return detail::guarded(
      [&] { return show(name, gpu::StridedMemoryView::from_buffer(buffer, layout, type, true), stream, options); });
}

inline Status show(const char* name, const gpu::CUDAArray& array, const gpu::Stream& stream,
                   const Options& options) noexcept {
  return detail::guarded([&] {
    const gpu::Extent extent = array.shape();
    if (array.descriptor().encoding != gpu::TexelEncoding::element) {
      return Status::refused;
    }
    std::int64_t extents[5] = {};
    std::size_t rank = 0;
    if (array.descriptor().num_slices() > 1) {
      extents[rank++] = static_cast<std::int64_t>(array.descriptor().num_slices());
    }
    for (int axis = extent.rank() - 1; axis >= 0; --axis) {
      extents[rank++] = static_cast<std::int64_t>(extent[axis]);
    }
    if (array.num_channels() > 1) {
      extents[rank++] = array.num_channels();
    }
    const gpu::Buffer copy = array.device().allocate(array.size_bytes(), stream);
    array.copy_to(copy, stream);
    const gpu::ElementType type(array.format());
    const gpu::StridedLayout layout(gpu::Dimensions(std::span<const std::int64_t>(extents, rank)), type.itemsize());
    return show(name, copy, layout, type, stream, options);
  });
}

inline Status show(const char* name, const gpu::MipmappedArray& array, const gpu::Stream& stream,
                   const Options& options) noexcept {
  return detail::guarded([&] {
    Status status = Status::sent;
    for (unsigned level = 0; level < array.num_levels(); ++level) {
      const std::string of_level = std::string(name) + " level " + std::to_string(level);
      const Status one = show(of_level.c_str(), array.level(level), stream, options);
      status = one == Status::sent ? status : one;
    }
    return status;
  });
}

inline Status show(const char* name, const gpu::TextureObject& texture, const gpu::Stream& stream,
                   const Options& options) noexcept {
  return detail::guarded([&] {
    const std::string settings = texture_json(texture.descriptor());
    Options with_settings = options;
    with_settings.texture = settings.c_str();
    return texture.resource().kind() == gpu::ResourceKind::mipmapped_array
               ? show(name, texture.resource().mipmapped_array(), stream, with_settings)
               : show(name, texture.array(), stream, with_settings);
  });
}

}  // namespace texelscope::inspect
