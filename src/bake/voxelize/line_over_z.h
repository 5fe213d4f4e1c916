#pragma once

namespace navspan {

/// A linear function of z. T is a number or a vector of numbers.
template <class T>
struct LineOverZ {
    double z;  ///< z at which the value is `start`
    T start;   ///< value at z
    T slope;   ///< change of the value per unit of z
    T at(double at_z) const { return start + (at_z - z) * slope; }
};

}  // namespace navspan
