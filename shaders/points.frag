#version 450 core
// The light that a point adds to its pixel.
layout(location = 0) flat in vec4 added;
layout(location = 0) out vec4 color;

void main() { color = added; }
