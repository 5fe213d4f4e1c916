#pragma once

// Everything, for programs that link navspan::navspan.

#include "navspan/io.h"
