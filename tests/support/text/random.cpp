#include "support/text/random.h"

namespace navspan::support {

uint64_t Random::next() {
    uint64_t z = 0;
    if (has_choices()) {
        const uint64_t choice = uint64_t(choices_[0]) | uint64_t(choices_[1]) << 8;
        choices_ = choices_.subspan(2);
        z = (choice + 1) * 0x9e3779b97f4a7c15u;
    } else {
        z = state_ += 0x9e3779b97f4a7c15u;
    }
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int32_t Random::between(int32_t low, int32_t high) {
    const uint64_t range = uint64_t(int64_t{high} - low) + 1;
    return int32_t(low + int64_t(next() % range));
}

double Random::real(double low, double high) {
    return low + (high - low) * (double(next() >> 11) * 0x1p-53);
}

}  // namespace navspan::support
