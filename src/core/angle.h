#pragma once

namespace navspan {

// The C library's sin and cos may differ between processors in the last bit. These functions use only + - * / and return the
// same bits on every processor. For |degrees| <= 360, the errors of sine and cosine are below 1e-15.

double sin_degrees(double degrees);  ///< @param degrees [deg], finite
double cos_degrees(double degrees);  ///< @param degrees [deg], finite
double tan_degrees(double degrees);  ///< @param degrees [deg], finite, not an odd multiple of 90

}  // namespace navspan
