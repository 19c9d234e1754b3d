#version 450 core
// A rectangle over the whole viewport.
#ifdef VULKAN
#define gl_VertexID gl_VertexIndex
#endif

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
