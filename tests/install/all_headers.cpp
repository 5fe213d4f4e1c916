// A user's source that includes all public headers. A test compiles it without exceptions and RTTI.

#include "navspan/navspan.h"
