#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "texelscope/inspect.h"
#include "texelscope/inspect_gl_functions.h"
#include "texelscope/inspect_gl_texels.h"

/// Shows textures and buffers of a program that uses OpenGL 3.2 or later. C++17; no header or library of OpenGL is
/// needed: the program passes its loader. Nothing here throws.
///
///     texelscope::inspect::GLReader gl(glfwGetProcAddress);      // once, for each context
///     gl.show("color", texelscope::inspect::GLTexture{color});   // in each frame
namespace texelscope::inspect {

/// A level of a texture: an array of rows and columns, with layers, slices or faces before them and channels after
/// them. The first row is GL's first, the lowest one. Multisampled textures are refused.
struct GLTexture {
  unsigned name = 0;
  /// As glBindTexture takes it; contexts of OpenGL 4.5 know it.
  unsigned target = gl::texture_2d;
  int level = 0;
  /// The sampler with which the program fetches; 0 for the texture's own parameters.
  unsigned sampler = 0;
};

/// Elements in a buffer, in C order without gaps.
struct GLBuffer {
  unsigned name = 0;
  /// A name and size in bytes as for texelscope_inspect_array.
  const char* type = "uint8";
  std::int64_t itemsize = 1;
  Axes shape{};
  /// Bytes before the first element.
  std::int64_t offset = 0;

  /// GLBuffer::of<float>(particles, {count, 4}).
  template <class T>
  [[nodiscard]] static GLBuffer of(unsigned name, const Axes& shape, std::int64_t offset = 0) noexcept {
    return {name, type_name<T>::value, static_cast<std::int64_t>(sizeof(T)), shape, offset};
  }
};

/// Reads textures and buffers of a context for the window. A call begins to read into a buffer of its own, and shows
/// the elements that earlier calls of the same name read, once the GPU has written them, usually one or two frames
/// later; it never waits for the GPU. GL's state stays as it was. Use it with its context current, or one that shares
/// objects with it, and in one thread at a time.
class GLReader {
 public:
  /// `loader` finds a function by its name, such as glfwGetProcAddress, SDL_GL_GetProcAddress or eglGetProcAddress.
  /// Needs no current context.
  template <class Loader>
  explicit GLReader(Loader&& loader) {
    has_functions_ = gl_.load(loader);
  }
  /// Deletes its buffers, if its context is current; otherwise they end with the context.
  ~GLReader() {
    if (is_current()) {
      for (auto& source : sources_) {
        drop(source.second);
      }
      gl_.DeleteSync(marker_);
    }
  }
  GLReader(const GLReader&) = delete;
  GLReader& operator=(const GLReader&) = delete;

  /// @returns sent if the level will be shown by a later call, or by finish(); skipped if reads have taken 1 % of the
  /// program's time, or the GPU has not completed three earlier ones.
  Status show(const char* name, const GLTexture& texture, const Options& options = {}) noexcept {
    return detail::guarded(
        [&] { return begin(name, options, [&](Read& read) { return read_texture(texture, read); }); });
  }
  /// As for textures.
  Status show(const char* name, const GLBuffer& buffer, const Options& options = {}) noexcept {
    return detail::guarded([&] { return begin(name, options, [&](Read& read) { return read_buffer(buffer, read); }); });
  }

  /// Waits for the GPU, and shows what was read: for programs that render rarely, and before the end. At most
  /// `milliseconds` for each name.
  void finish(int milliseconds = 1000) noexcept {
    static_cast<void>(detail::guarded([&] {
      for (auto& source : sources_) {
        if (is_current()) {
          show_newest(source.first, source.second, milliseconds);
        }
      }
      return Status::sent;
    }));
  }

  /// Ends an array, as inspect::end() does, and deletes its buffers.
  void end(const char* name) noexcept {
    static_cast<void>(detail::guarded([&] {
      const auto found = sources_.find(name);
      if (found != sources_.end() && is_current()) {
        drop(found->second);
        sources_.erase(found);
      }
      return Status::sent;
    }));
    inspect::end(name);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Elements on their way into a buffer of this reader.
  struct Read {
    unsigned buffer = 0;
    std::int64_t capacity = 0;
    std::int64_t bytes = 0;
    /// Signaled when the elements are there; null if nothing is on its way.
    void* fence = nullptr;
    std::uint64_t number = 0;
    const char* type = "";
    Axes shape{};
    std::string texture{};
    bool always = false;
  };
  struct Source {
    std::array<Read, 3> reads{};
    /// When the next read may begin.
    Clock::time_point next{};
  };

  static Status refused(const char* name, const char* reason) {
    return detail::refuse(("cannot show \"" + std::string(name != nullptr ? name : "") + "\": " + reason).c_str());
  }

  [[nodiscard]] bool is_current() const noexcept { return marker_ != nullptr && gl_.IsSync(marker_) != 0; }

  /// Whether GL can be called. @returns why not, or null.
  const char* prepare() {
    if (!has_functions_) {
      return "the loader does not find all functions of OpenGL 3.2; OpenGL ES is not supported";
    }
    if (marker_ == nullptr) {
      // GL_MAJOR_VERSION, which stays 0 without a context.
      if (gl_.integer(0x821B) * 10 + gl_.integer(0x821C) < 32) {
        return "no context of OpenGL 3.2 or later is current";
      }
      gl_.find_extensions();
      marker_ = gl_.FenceSync(0x9117, 0);
    }
    return is_current() ? nullptr : "another context is current than at the first call; use one GLReader for each";
  }

  template <class Function>
  Status begin(const char* name, const Options& options, const Function& read_object) {
    const char* reason = name == nullptr ? "it has no name" : prepare();
    if (reason != nullptr) {
      return refused(name, reason);
    }
    Source& source = sources_[name];
    if (show_newest(name, source, 0) == Status::refused) {
      return Status::refused;
    }
    const Clock::time_point now = Clock::now();
    Read* free = nullptr;
    for (Read& read : source.reads) {
      free = read.fence == nullptr ? &read : free;
    }
    if (free == nullptr || (!options.always && now < source.next)) {
      return Status::skipped;
    }
    free->always = options.always;
    free->texture = options.texture != nullptr ? options.texture : "";
    reason = read_object(*free);
    if (reason != nullptr) {
      return refused(name, reason);
    }
    free->fence = gl_.FenceSync(0x9117, 0);
    free->number = ++number_;
    // Each name has an equal share of 1 % of the time; unused time counts up to a second, as for copies.
    const auto share = static_cast<Clock::rep>(100 * sources_.size());
    const Clock::time_point earliest = now - std::chrono::seconds(1);
    source.next = (source.next < earliest ? earliest : source.next) + (Clock::now() - now) * share;
    return Status::sent;
  }

  const char* read_texture(const GLTexture& texture, Read& read) {
    unsigned target = texture.target;
    if (gl_.IsTexture(texture.name) == 0) {
      return "there is not a texture of this name in the current context, or it was never bound";
    }
    if (gl_.GetTextureParameteriv != nullptr) {
      int known = 0;
      gl_.GetTextureParameteriv(texture.name, 0x1006, &known);
      target = static_cast<unsigned>(known);
    }
    const unsigned binding = gl::binding_of(target);
    if (binding == 0) {
      return "textures of this target cannot be read; resolve samples first, and show a buffer texture's buffer";
    }
    if (texture.sampler != 0 && (gl_.IsSampler == nullptr || gl_.IsSampler(texture.sampler) == 0)) {
      return "there is not a sampler of this name";
    }
    const gl::Binding bound(gl_.BindTexture, target, static_cast<unsigned>(gl_.integer(binding)), texture.name);
    if (static_cast<unsigned>(gl_.integer(binding)) != texture.name) {
      gl_.GetError();
      return "the texture has another target";
    }
    gl::Texels texels;
    if (const char* const reason = gl::describe_level(gl_, target, texture.level, texels)) {
      return reason;
    }
    const gl::Binding pack = bound_for_packing(read, texels.bytes);
    gl::read_level(gl_, target, texture.level, texels);
    read.type = texels.type;
    read.shape = texels.shape;
    if (read.texture.empty()) {
      read.texture = gl::settings_of(gl_, target, texture.sampler, texels);
    }
    return nullptr;
  }

  const char* read_buffer(const GLBuffer& buffer, Read& read) {
    if (gl_.IsBuffer(buffer.name) == 0) {
      return "there is not a buffer of this name in the current context, or it was never bound";
    }
    std::int64_t bytes = buffer.itemsize;
    for (int axis = 0; axis < buffer.shape.count() && axis < TEXELSCOPE_INSPECT_MAX_RANK; ++axis) {
      const std::int64_t extent = buffer.shape.data()[axis];
      if (extent < 0 || (extent > 0 && bytes > (std::int64_t{1} << 31) / extent)) {
        return "its shape has a negative extent, or more than 2 GiB";
      }
      bytes *= extent;
    }
    const gl::Binding from(gl_.BindBuffer, gl::copy_read_buffer,
                           static_cast<unsigned>(gl_.integer(gl::copy_read_buffer)), buffer.name);
    std::int64_t size = 0, is_mapped = 0, access = 0;
    gl_.GetBufferParameteri64v(gl::copy_read_buffer, 0x8764, &size);
    gl_.GetBufferParameteri64v(gl::copy_read_buffer, 0x88BC, &is_mapped);
    gl_.GetBufferParameteri64v(gl::copy_read_buffer, 0x911F, &access);
    if (buffer.offset < 0 || buffer.offset > size - bytes) {
      return "its elements reach beyond the buffer";
    }
    // GL_MAP_PERSISTENT_BIT.
    if (is_mapped != 0 && (access & 0x40) == 0) {
      return "the buffer is mapped";
    }
    {
      const gl::Binding pack = bound_for_packing(read, bytes);
      gl_.CopyBufferSubData(gl::copy_read_buffer, gl::pixel_pack_buffer, static_cast<std::ptrdiff_t>(buffer.offset), 0,
                            static_cast<std::ptrdiff_t>(bytes));
    }
    read.type = buffer.type;
    read.shape = buffer.shape;
    return nullptr;
  }

  /// Binds the buffer of a read, of this size, as the one to which GL packs texels.
  gl::Binding bound_for_packing(Read& read, std::int64_t bytes) {
    if (read.buffer == 0) {
      gl_.GenBuffers(1, &read.buffer);
    }
    read.bytes = bytes;
    const int before = gl_.integer(gl::pixel_pack_buffer_binding);
    if (read.capacity != bytes) {
      const gl::Binding bound(gl_.BindBuffer, gl::pixel_pack_buffer, static_cast<unsigned>(before), read.buffer);
      // GL_STREAM_READ. One byte more: buffers without bytes cannot be mapped.
      gl_.BufferData(gl::pixel_pack_buffer, static_cast<std::ptrdiff_t>(bytes + 1), nullptr, 0x88E1);
      read.capacity = bytes;
    }
    return {gl_.BindBuffer, gl::pixel_pack_buffer, static_cast<unsigned>(before), read.buffer};
  }

  /// Shows the newest elements that have arrived; older ones are dropped.
  Status show_newest(const std::string& name, Source& source, int milliseconds) {
    Read* newest = nullptr;
    for (Read& read : source.reads) {
      // GL_SYNC_FLUSH_COMMANDS_BIT; GL_TIMEOUT_EXPIRED.
      if (read.fence == nullptr ||
          gl_.ClientWaitSync(read.fence, milliseconds > 0 ? 1 : 0, std::uint64_t(milliseconds) * 1'000'000) == 0x911B) {
        continue;
      }
      gl_.DeleteSync(read.fence);
      read.fence = nullptr;
      newest = newest == nullptr || read.number > newest->number ? &read : newest;
    }
    if (newest == nullptr) {
      return Status::skipped;
    }
    const gl::Binding bound(gl_.BindBuffer, gl::pixel_pack_buffer,
                            static_cast<unsigned>(gl_.integer(gl::pixel_pack_buffer_binding)), newest->buffer);
    // GL_MAP_READ_BIT.
    const void* const elements =
        gl_.MapBufferRange(gl::pixel_pack_buffer, 0, static_cast<std::ptrdiff_t>(newest->bytes + 1), 1);
    if (elements == nullptr) {
      return Status::skipped;
    }
    Options options;
    options.always = newest->always;
    options.texture = newest->texture.empty() ? nullptr : newest->texture.c_str();
    const Status status = show_bytes(name.c_str(), elements, newest->type, newest->shape, {}, options);
    gl_.UnmapBuffer(gl::pixel_pack_buffer);
    // Less often if the window does not show it, or the budget does not allow more.
    const Clock::time_point later = Clock::now() + std::chrono::milliseconds(50);
    if (status != Status::sent && source.next < later) {
      source.next = later;
    }
    return status;
  }

  void drop(Source& source) {
    for (Read& read : source.reads) {
      if (read.fence != nullptr) {
        gl_.DeleteSync(read.fence);
      }
      if (read.buffer != 0) {
        gl_.DeleteBuffers(1, &read.buffer);
      }
    }
  }

  gl::Functions gl_;
  bool has_functions_ = false;
  /// Exists in the context of the first call, and in those that share its objects: tells them from others.
  void* marker_ = nullptr;
  std::map<std::string, Source> sources_;
  std::uint64_t number_ = 0;
};

}  // namespace texelscope::inspect
