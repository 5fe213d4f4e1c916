// Sine, cosine and tangent with the same bits on every processor.
//
// In: an angle in degrees.
// Out: its sine, cosine or tangent.
// Idea: Reduce the angle to [0, 45] degrees and convert it to radians. Evaluate 10 or 11 terms of the Taylor series, which are
// enough for double precision. The code uses only + - * /, and the build forbids fused multiply-add instructions.
// Source: Taylor, Methodus incrementorum directa et inversa (1715), for the series.
// Weak cases: none known.

#include "core/angle.h"

#include <cmath>

namespace navspan {
namespace {

constexpr double kRadiansPerDegree = 0.017453292519943295;

// Taylor series of sine and cosine for |x| <= pi / 4 [rad], evaluated from the smallest term up (Horner's method).
double sin_series(double x) {
    const double xx = x * x;
    double sum = 1;
    for (int n = 19; n >= 3; n -= 2)
        sum = 1 - xx / double(n * (n - 1)) * sum;
    return x * sum;
}

double cos_series(double x) {
    const double xx = x * x;
    double sum = 1;
    for (int n = 20; n >= 2; n -= 2)
        sum = 1 - xx / double(n * (n - 1)) * sum;
    return sum;
}

// Reduces an angle [deg] to [0, 360) without calling the C library. Returns 0 if |degrees| >= 360 * 2^53, because such doubles
// are more than 360 apart. Returns NaN if the angle is NaN or infinite.
double wrap_degrees(double degrees) {
    const double turns = degrees / 360;
    if (!(turns > -0x1p53 && turns < 0x1p53)) return degrees - degrees;
    double whole = double((long long)turns);
    if (whole > turns) whole -= 1;
    double rest = degrees - whole * 360;
    if (rest < 0) rest += 360;
    if (rest >= 360) rest -= 360;
    return rest;
}

}  // namespace

double sin_degrees(double degrees) {
    double d = wrap_degrees(degrees);
    double sign = 1;
    if (d >= 180) {
        d -= 180;
        sign = -1;
    }
    if (d > 90) d = 180 - d;
    return sign * (d <= 45 ? sin_series(d * kRadiansPerDegree) : cos_series((90 - d) * kRadiansPerDegree));
}

double cos_degrees(double degrees) {
    return sin_degrees(wrap_degrees(degrees) + 90);
}

double tan_degrees(double degrees) {
    return sin_degrees(degrees) / cos_degrees(degrees);
}

}  // namespace navspan
