#version 450 core
// One fetch for each pixel; coordinates are a linear function of the pixel's indices. Defined by the program: SHAPE, the
// rank or 4 for cube maps, and OPERATION, a SamplingOperation.
layout(location = 0) uniform vec3 by_x;
layout(location = 1) uniform vec3 by_y;
layout(location = 2) uniform vec3 origin;
#if SHAPE == 1
layout(binding = 0) uniform sampler1D image;
#define COORDINATES(v) v.x
#elif SHAPE == 2
layout(binding = 0) uniform sampler2D image;
#define COORDINATES(v) v.xy
#elif SHAPE == 3
layout(binding = 0) uniform sampler3D image;
#define COORDINATES(v) v
#else
layout(binding = 0) uniform samplerCube image;
#define COORDINATES(v) v
#endif
#if OPERATION == 1
layout(location = 3) uniform float level;
#elif OPERATION == 2
layout(location = 4) uniform vec3 dx;
layout(location = 5) uniform vec3 dy;
#endif
layout(location = 0) out vec4 color;

void main() {
  vec2 index = gl_FragCoord.xy - 0.5;
  vec3 at = (index.x * by_x + index.y * by_y) + origin;
#if OPERATION == 0
  color = texture(image, COORDINATES(at));
#elif OPERATION == 1
  color = textureLod(image, COORDINATES(at), level);
#else
  color = textureGrad(image, COORDINATES(at), COORDINATES(dx), COORDINATES(dy));
#endif
}
