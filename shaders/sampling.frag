#version 450 core
// One fetch for each pixel; coordinates are a linear function of the pixel's indices. Defined by the program: RANK.
layout(location = 0) uniform vec3 by_x;
layout(location = 1) uniform vec3 by_y;
layout(location = 2) uniform vec3 origin;
#if RANK == 1
layout(binding = 0) uniform sampler1D image;
#elif RANK == 2
layout(binding = 0) uniform sampler2D image;
#else
layout(binding = 0) uniform sampler3D image;
#endif
layout(location = 0) out vec4 color;

void main() {
  vec2 index = gl_FragCoord.xy - 0.5;
  vec3 at = (index.x * by_x + index.y * by_y) + origin;
#if RANK == 1
  color = texture(image, at.x);
#elif RANK == 2
  color = texture(image, at.xy);
#else
  color = texture(image, at);
#endif
}
