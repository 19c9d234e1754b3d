// Replaces the C library's function in sanitizer builds: the leak checker symbolizes only libraries that are still
// loaded, and GL drivers are unloaded before it runs.
extern "C" int dlclose(void*) { return 0; }
