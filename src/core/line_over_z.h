#pragma once

namespace navspan {

/// A line as a linear function of z. T is a number or a vector of numbers.
template <class T>
struct LineOverZ {
    double z;  ///< where the line starts
    T start;   ///< value at the start
    T slope;   ///< per unit of z
    T at(double at_z) const { return start + (at_z - z) * slope; }
};

}  // namespace navspan
