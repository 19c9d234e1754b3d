#version 450 core
layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 texture_place;
layout(location = 1) in vec4 vertex_color;
layout(location = 0) out vec4 color;

void main() { color = vertex_color * texture(image, texture_place); }
