// Functions that the C++ run-time library needs in a module without exceptions and threads.
#include <cstdlib>
#include <exception>

/// Ends the call in the host, which throws an error of this text.
__attribute__((import_module("equidyn"), import_name("thrown"))) extern "C" void host_throw(
    const char* what);

extern "C" {
void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
void __cxa_throw(void* thrown, void* /*type*/, void (* /*destroy*/)(void*)) {
  host_throw(static_cast<std::exception*>(thrown)->what());
  __builtin_trap();
}
int __cxa_thread_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*library*/) noexcept {
  return 0;
}
}

/// Called where the library would throw. Its own function prints, and adds code that prints numbers.
void std::__libcpp_verbose_abort(const char* /*format*/, ...) noexcept {
  host_throw("the core has ended: it is out of memory");
  __builtin_trap();
}
