// What Python's headers ask of Windows (64 bits), before they include pyconfig.h of this machine, whose guard is below.
// Python for Windows has a file of its own, which no package brings to Linux.
#define Py_PYCONFIG_H
#include <io.h>
#include <stdio.h>

#define MS_WINDOWS
#define MS_WIN64
#define HAVE_DECLSPEC_DLL
#define HAVE_PY_SSIZE_T
#define NT_THREADS
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 2
typedef __int64 Py_ssize_t;
