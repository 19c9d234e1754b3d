// The leak checker names frames only of libraries that are still loaded, and GL drivers are unloaded before it looks.
// Linked in sanitizer builds, in place of the C library's.
extern "C" int dlclose(void*) { return 0; }
