#version 450 core
// Transforms triangles from the coordinates of Dear ImGui's draw lists.
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 place_in_texture;
layout(location = 2) in vec4 color;
layout(push_constant) uniform Placement {
  vec2 scale;
  vec2 offset;
};
layout(location = 0) out vec2 texture_place;
layout(location = 1) out vec4 vertex_color;

void main() {
  texture_place = place_in_texture;
  vertex_color = color;
  gl_Position = vec4(place * scale + offset, 0.0, 1.0);
}
