#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// The functions and numbers of OpenGL that inspect_gl.h uses, apart from its headers: those may be of any loader.
namespace texelscope::inspect::gl {

/// Functions of a context, 3.2 or later.
struct Functions {
  void (*GetIntegerv)(unsigned, int*) = nullptr;
  const unsigned char* (*GetStringi)(unsigned, unsigned) = nullptr;
  unsigned (*GetError)() = nullptr;
  void (*PixelStorei)(unsigned, int) = nullptr;
  unsigned char (*IsTexture)(unsigned) = nullptr;
  void (*BindTexture)(unsigned, unsigned) = nullptr;
  void (*GetTexImage)(unsigned, int, unsigned, unsigned, void*) = nullptr;
  void (*GetTexLevelParameteriv)(unsigned, int, unsigned, int*) = nullptr;
  void (*GetTexParameteriv)(unsigned, unsigned, int*) = nullptr;
  void (*GetTexParameterfv)(unsigned, unsigned, float*) = nullptr;
  unsigned char (*IsBuffer)(unsigned) = nullptr;
  void (*GenBuffers)(int, unsigned*) = nullptr;
  void (*DeleteBuffers)(int, const unsigned*) = nullptr;
  void (*BindBuffer)(unsigned, unsigned) = nullptr;
  void (*BufferData)(unsigned, std::ptrdiff_t, const void*, unsigned) = nullptr;
  void (*GetBufferParameteri64v)(unsigned, unsigned, std::int64_t*) = nullptr;
  void (*CopyBufferSubData)(unsigned, unsigned, std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t) = nullptr;
  void* (*MapBufferRange)(unsigned, std::ptrdiff_t, std::ptrdiff_t, unsigned) = nullptr;
  unsigned char (*UnmapBuffer)(unsigned) = nullptr;
  void* (*FenceSync)(unsigned, unsigned) = nullptr;
  unsigned char (*IsSync)(void*) = nullptr;
  unsigned (*ClientWaitSync)(void*, unsigned, std::uint64_t) = nullptr;
  void (*DeleteSync)(void*) = nullptr;
  // Of newer versions; null in older ones.
  void (*GetTextureParameteriv)(unsigned, unsigned, int*) = nullptr;
  unsigned char (*IsSampler)(unsigned) = nullptr;
  void (*GetSamplerParameteriv)(unsigned, unsigned, int*) = nullptr;
  void (*GetSamplerParameterfv)(unsigned, unsigned, float*) = nullptr;

  /// Whether textures have a GL_TEXTURE_MAX_ANISOTROPY; set by find_extensions().
  bool has_anisotropy = false;

  /// Loads each by its name. @returns whether all but those of newer versions are there.
  template <class Loader>
  bool load(Loader&& loader) {
    const auto take = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(loader(name));
      return function != nullptr;
    };
    bool has_all = true;
#define TEXELSCOPE_INSPECT_TAKE(name) take(name, "gl" #name)
    has_all &= TEXELSCOPE_INSPECT_TAKE(GetIntegerv) & TEXELSCOPE_INSPECT_TAKE(GetStringi);
    has_all &= TEXELSCOPE_INSPECT_TAKE(GetError) & TEXELSCOPE_INSPECT_TAKE(PixelStorei);
    has_all &= TEXELSCOPE_INSPECT_TAKE(IsTexture) & TEXELSCOPE_INSPECT_TAKE(BindTexture);
    has_all &= TEXELSCOPE_INSPECT_TAKE(GetTexImage) & TEXELSCOPE_INSPECT_TAKE(GetTexLevelParameteriv);
    has_all &= TEXELSCOPE_INSPECT_TAKE(GetTexParameteriv) & TEXELSCOPE_INSPECT_TAKE(GetTexParameterfv);
    has_all &= TEXELSCOPE_INSPECT_TAKE(IsBuffer) & TEXELSCOPE_INSPECT_TAKE(GenBuffers);
    has_all &= TEXELSCOPE_INSPECT_TAKE(DeleteBuffers) & TEXELSCOPE_INSPECT_TAKE(BindBuffer);
    has_all &= TEXELSCOPE_INSPECT_TAKE(BufferData) & TEXELSCOPE_INSPECT_TAKE(GetBufferParameteri64v);
    has_all &= TEXELSCOPE_INSPECT_TAKE(CopyBufferSubData) & TEXELSCOPE_INSPECT_TAKE(MapBufferRange);
    has_all &= TEXELSCOPE_INSPECT_TAKE(UnmapBuffer) & TEXELSCOPE_INSPECT_TAKE(FenceSync);
    has_all &= TEXELSCOPE_INSPECT_TAKE(IsSync) & TEXELSCOPE_INSPECT_TAKE(ClientWaitSync);
    has_all &= TEXELSCOPE_INSPECT_TAKE(DeleteSync);
    TEXELSCOPE_INSPECT_TAKE(GetTextureParameteriv);
    TEXELSCOPE_INSPECT_TAKE(IsSampler);
    TEXELSCOPE_INSPECT_TAKE(GetSamplerParameteriv);
    TEXELSCOPE_INSPECT_TAKE(GetSamplerParameterfv);
#undef TEXELSCOPE_INSPECT_TAKE
    return has_all;
  }

  /// Call once, with a current context.
  void find_extensions() {
    // GL_NUM_EXTENSIONS, GL_EXTENSIONS.
    for (int i = integer(0x821D); i-- > 0 && !has_anisotropy;) {
      const auto* const name = reinterpret_cast<const char*>(GetStringi(0x1F03, static_cast<unsigned>(i)));
      has_anisotropy = name != nullptr && std::strstr(name, "_texture_filter_anisotropic") != nullptr;
    }
  }

  [[nodiscard]] int integer(unsigned name) const {
    int value = 0;
    GetIntegerv(name, &value);
    return value;
  }
};

// OpenGL's registry; its headers define macros of the usual names.
inline constexpr unsigned texture_1d = 0x0DE0, texture_2d = 0x0DE1, texture_3d = 0x806F, rectangle = 0x84F5,
                          cube_map = 0x8513, texture_1d_array = 0x8C18, texture_2d_array = 0x8C1A,
                          cube_map_array = 0x9009, positive_x = 0x8515;
inline constexpr unsigned pixel_pack_buffer = 0x88EB, pixel_pack_buffer_binding = 0x88ED, copy_read_buffer = 0x8F36,
                          copy_write_buffer = 0x8F37;

/// Binds an object while it exists; then the one that was bound is bound again.
class Binding {
 public:
  Binding(void (*bind)(unsigned, unsigned), unsigned target, unsigned before, unsigned name)
      : bind_{bind}, target_{target}, before_{before}, is_changed_{before != name} {
    if (is_changed_) {
      bind_(target_, name);
    }
  }
  ~Binding() {
    if (is_changed_) {
      bind_(target_, before_);
    }
  }
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;

 private:
  void (*bind_)(unsigned, unsigned);
  unsigned target_;
  unsigned before_;
  bool is_changed_;
};

/// Packs texels without gaps while it exists.
class PackedTexels {
 public:
  explicit PackedTexels(const Functions& functions) : gl_{functions} {
    for (int i = 0; i < count; ++i) {
      before_[i] = gl_.integer(names[i]);
      set(i, before_[i], contiguous[i]);
    }
  }
  ~PackedTexels() {
    for (int i = 0; i < count; ++i) {
      set(i, contiguous[i], before_[i]);
    }
  }
  PackedTexels(const PackedTexels&) = delete;
  PackedTexels& operator=(const PackedTexels&) = delete;

 private:
  static constexpr int count = 8;
  /// GL_PACK_ALIGNMENT, SWAP_BYTES, LSB_FIRST, ROW_LENGTH, IMAGE_HEIGHT, SKIP_ROWS, SKIP_PIXELS and SKIP_IMAGES.
  static constexpr unsigned names[count] = {0x0D05, 0x0D00, 0x0D01, 0x0D02, 0x806C, 0x0D03, 0x0D04, 0x806B};
  static constexpr int contiguous[count] = {1, 0, 0, 0, 0, 0, 0, 0};

  void set(int i, int from, int to) const {
    if (from != to) {
      gl_.PixelStorei(names[i], to);
    }
  }

  const Functions& gl_;
  int before_[count] = {};
};

/// The binding of a texture target, for GetIntegerv; 0 for targets that have no texels to read.
inline unsigned binding_of(unsigned target) noexcept {
  constexpr unsigned bindings[][2] = {{texture_1d, 0x8068},       {texture_2d, 0x8069},    {texture_3d, 0x806A},
                                      {rectangle, 0x84F6},        {cube_map, 0x8514},      {texture_1d_array, 0x8C1C},
                                      {texture_2d_array, 0x8C1D}, {cube_map_array, 0x900A}};
  for (const auto& binding : bindings) {
    if (binding[0] == target) {
      return binding[1];
    }
  }
  return 0;
}

}  // namespace texelscope::inspect::gl
