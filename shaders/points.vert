#version 450 core
// Draws a point of one pixel, at the pixel's center: row 0 of the frame is the first of the framebuffer.
layout(location = 0) in ivec2 pixel;
layout(location = 1) in vec4 color;
#ifdef VULKAN
layout(push_constant) uniform Constants { ivec2 size; };
#else
layout(location = 0) uniform ivec2 size;
#endif

layout(location = 0) flat out vec4 added;

void main() {
  bool is_inside = all(greaterThanEqual(pixel, ivec2(0))) && all(lessThan(pixel, size));
  vec2 place = (vec2(pixel) + 0.5) / vec2(size) * 2.0 - 1.0;
  gl_Position = is_inside ? vec4(place, 0.0, 1.0) : vec4(4.0, 4.0, 4.0, 1.0);
  gl_PointSize = 1.0;
  added = color;
}
