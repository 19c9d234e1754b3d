#version 450 core
// Draws one image for inspecting texels. Definitions select the variant:
//   SAME_SIZE   one texel for each pixel       GRID    lines between texels
//   MINIFY      the mean of the texels under each pixel, at most TAPS per axis; SPARSE: of TAPS points per axis, if
//               there are more texels. The constant count lets software renderers unroll: five times faster.
//   FLOAT       exposure, and sRGB encoding if the image is not encoded
//   LAYER       the image is a layer of an array texture

// Positions are relative to the corner: the top left of the pixels to draw, y downward.
#ifdef LAYER
layout(binding = 0) uniform sampler2DArray image;
layout(location = 7) uniform int layer;
#else
layout(binding = 0) uniform sampler2D image;
#endif
#ifdef VULKAN
layout(push_constant) uniform Constants {
  ivec2 corner;  // in framebuffer pixels, y downward
  ivec2 first_texel;
  vec2 first_fraction;
  ivec2 checker_shift;
  float texels_per_pixel;
  float gain;
  float grid_opacity;
  int is_encoded;
  float least_weight;
};
#ifdef MINIFY
layout(constant_id = 0) const int TAPS = 3;
#endif
#else
layout(location = 0) uniform ivec2 corner;           // in framebuffer pixels, y upward
layout(location = 1) uniform ivec2 first_texel;      // the texel at the corner
layout(location = 2) uniform vec2 first_fraction;    // the corner's position within that texel
layout(location = 3) uniform float texels_per_pixel;
layout(location = 4) uniform ivec2 checker_shift;    // from the checkerboard's start to the corner, in pixels
layout(location = 5) uniform float gain;
layout(location = 6) uniform float grid_opacity;
layout(location = 8) uniform int is_encoded;         // whether floats are displayed unchanged
layout(location = 9) uniform float least_weight;     // of colors: 1 if they are premultiplied, 0 if alpha is the weight
#endif

layout(location = 0) out vec4 color;

const float dark_check = 0.4, light_check = 0.6;
const int check_size = 8;  // pixels; a power of two

ivec2 extent() { return textureSize(image, 0).xy; }

ivec2 pixel() {
  ivec2 position = ivec2(gl_FragCoord.xy);
#ifdef VULKAN
  return position - corner;
#else
  return ivec2(position.x - corner.x, corner.y - 1 - position.y);
#endif
}

ivec2 texel_at(vec2 place) { return first_texel + ivec2(floor(first_fraction + place * texels_per_pixel)); }

#ifdef FLOAT
bool is_nan(float value) { return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u; }
#endif

// Averaging several texels requires premultiplied alpha.
vec4 premultiplied(ivec2 texel) {
#ifdef LAYER
  vec4 value = texelFetch(image, ivec3(texel, layer), 0);
#else
  vec4 value = texelFetch(image, texel, 0);
#endif
#ifdef FLOAT
  float alpha = is_nan(value.a) ? 1.0 : clamp(value.a, 0.0, 1.0);
  return vec4(is_nan(value.a) ? vec3(value.a) : value.rgb * max(alpha, least_weight), alpha);
#else
  return vec4(value.rgb * max(value.a, least_weight), value.a);
#endif
}

vec4 fetch(ivec2 texel) { return premultiplied(clamp(texel, ivec2(0), extent() - 1)); }

#ifdef MINIFY
// At the edge of the image, a pixel covers only texels of the image.
vec4 mean(ivec2 at) {
  vec2 low = max(first_fraction + vec2(at) * texels_per_pixel, vec2(-first_texel));
  vec2 high = min(first_fraction + vec2(at + 1) * texels_per_pixel, vec2(extent() - first_texel));
  vec4 sum = vec4(0.0);
#ifdef SPARSE
  vec2 distance = (high - low) / float(TAPS);
  for (int y = 0; y < TAPS; ++y) {
    for (int x = 0; x < TAPS; ++x) {
      sum += fetch(first_texel + ivec2(floor(low + (vec2(x, y) + 0.5) * distance)));
    }
  }
  return sum / float(TAPS * TAPS);
#else
  vec2 first = floor(low);
  for (int y = 0; y < TAPS; ++y) {
    for (int x = 0; x < TAPS; ++x) {
      vec2 texel = first + vec2(x, y);
      vec2 covered = max(min(texel + 1.0, high) - max(texel, low), 0.0);
      float weight = covered.x * covered.y;
      vec4 value = fetch(first_texel + ivec2(texel));
#ifdef FLOAT
      value = weight > 0.0 ? value : vec4(0.0);  // Excludes nonfinite values outside the pixel.
#endif
      sum += weight * value;
    }
  }
  vec2 size = high - low;
  return sum / (size.x * size.y);
#endif
}
#endif

#ifdef FLOAT
vec3 encode_srgb(vec3 linear) {
  vec3 curve = 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055;
  return mix(curve, linear * 12.92, lessThanEqual(linear, vec3(0.0031308)));
}

// The encoded color, multiplied by alpha, of light that is multiplied by alpha; light beyond alpha is encoded by itself.
vec3 encode_multiplied(vec3 light, float alpha) {
  vec3 decoded = vec3(alpha <= 0.04045 ? alpha / 12.92 : pow((alpha + 0.055) / 1.055, 2.4));
  vec3 covered = encode_srgb(min(light / max(alpha, 1.0e-12), vec3(1.0))) * alpha;
  return mix(encode_srgb(min(max(light - alpha + decoded, 0.0), vec3(1.0))), covered,
             lessThanEqual(light, vec3(alpha)));
}

// Infinities are striped, magenta with white (+) or black (-); NaN is all magenta. Stripes are thin if a texel is too
// small for them, since a scene may magnify a texel of its picture to many texels of the frame.
vec3 not_finite_mark(vec3 value, ivec2 at) {
  const vec3 magenta = vec3(1.0, 0.0, 1.0);
  bool has_nan = is_nan(value.r) || is_nan(value.g) || is_nan(value.b);
  bool is_stripe = texels_per_pixel <= 0.125 ? ((at.x + at.y) & 4) != 0 : ((at.x + at.y) & 7) < 2;
  bool is_positive = max(max(value.r, value.g), value.b) > 1.0e38;
  return has_nan || !is_stripe ? magenta : vec3(is_positive ? 1.0 : 0.0);
}

vec4 shown(vec4 value, ivec2 at) {
  if (any(greaterThanEqual(floatBitsToUint(value.rgb) & 0x7fffffffu, uvec3(0x7f800000u)))) {
    return vec4(not_finite_mark(value.rgb, at), 1.0);
  }
  if (least_weight > 0.0 && value.a < 1.0) {
    return vec4(is_encoded != 0 ? clamp(value.rgb, 0.0, 1.0)
                                : encode_multiplied(clamp(value.rgb * gain, 0.0, 1.0), value.a), value.a);
  }
  vec3 straight = value.a > 0.0 ? value.rgb / value.a : vec3(0.0);
  vec3 encoded = is_encoded != 0 ? clamp(straight, 0.0, 1.0) : encode_srgb(clamp(straight * gain, 0.0, 1.0));
  return vec4(encoded * value.a, value.a);
}
#else
vec4 shown(vec4 value, ivec2 at) { return value; }
#endif

void main() {
  ivec2 at = pixel();
#if defined(SAME_SIZE)
  vec4 value = premultiplied(first_texel + at);
#elif defined(MINIFY)
  vec4 value = mean(at);
#else
  ivec2 texel = texel_at(vec2(at) + 0.5);
  vec4 value = fetch(texel);
#endif
  value = shown(value, at);

  ivec2 check = at + checker_shift;
  float background = ((check.x ^ check.y) & check_size) == 0 ? light_check : dark_check;
  vec3 result = value.rgb + (1.0 - value.a) * background;

#ifdef GRID
  ivec2 before = texel_at(vec2(at) - 0.5);
  if (before.x != texel.x || before.y != texel.y) {
    float brightness = dot(result, vec3(0.2126, 0.7152, 0.0722));
    result = mix(result, vec3(brightness < 0.5 ? 1.0 : 0.0), grid_opacity);
  }
#endif
  // Drivers round to bytes differently; all preserve exact byte values.
  color = vec4(floor(result * 255.0 + 0.5) / 255.0, 1.0);
}
