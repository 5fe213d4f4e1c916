// A camera that orbits a target. Yaw and pitch are in radians. y is up. Positions are in world units, relative to the scene's
// centre.

const kFieldOfView = Math.PI / 4;

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

class Camera {
    constructor(min, max) {
        this.home = scale(add(min, max), 0.5);
        this.radius = Math.max(Math.hypot(...subtract(max, min)) / 2, 1e-3);
        this.corners = [0, 1, 2, 3, 4, 5, 6, 7].map(i => [0, 1, 2].map(axis => (i >> axis & 1 ? max : min)[axis]));
        this.aspect = 1;
        this.fit();
    }

    // Shows the whole level obliquely from above.
    fit() {
        this.target = [...this.home];
        this.yaw = 0.45;
        this.pitch = 0.85;
        this.showAll();
    }

    fromAbove() {
        this.target = [...this.home];
        this.yaw = 0;
        this.pitch = Math.PI / 2;
        this.showAll();
    }

    // Moves the camera as close as possible while all corners of the level's bounding box stay visible, and centres them. The
    // target stays at its height. Precondition: the camera looks down.
    showAll() {
        const {right, up, back} = this.axes();
        const slope = Math.tan(kFieldOfView / 2) * 0.92;
        // A corner is visible from distance d if |a - m| <= s (d - depth). Along an axis of the screen, a is the position of the
        // corner, m is the position of the middle, and s is the slope of the view.
        const fitAlong = (axis, s) => {
            const farthest = sign => Math.max(...this.corners.map(corner => {
                const way = subtract(corner, this.target);
                return dot(way, back) + sign * dot(way, axis) / s;
            }));
            const [after, before] = [farthest(1), farthest(-1)];
            return {distance: (after + before) / 2, middle: s * (after - before) / 2};
        };
        const across = fitAlong(right, slope * this.aspect), along = fitAlong(up, slope);
        const middle = add(this.target, add(scale(right, across.middle), scale(up, along.middle)));
        const rise = (this.target[1] - middle[1]) / back[1];
        this.target = add(middle, scale(back, rise));
        this.distance = Math.max(Math.max(across.distance, along.distance) - rise, this.radius * 0.1);
    }

    // Returns the directions to the right of the screen, to its top, and towards the eye.
    axes() {
        const [sy, cy, sp, cp] = [Math.sin(this.yaw), Math.cos(this.yaw), Math.sin(this.pitch), Math.cos(this.pitch)];
        const back = [sy * cp, sp, cy * cp];
        const right = [cy, 0, -sy];
        return {right, up: cross(back, right), back};
    }

    eye() {
        return add(this.target, scale(this.axes().back, this.distance));
    }

    turn(yaw, pitch) {
        this.yaw += yaw;
        this.pitch = Math.min(Math.PI / 2, Math.max(0.02, this.pitch + pitch));
    }

    // Moves the camera after the pointer has moved by (dx, dy), so that the ground follows the pointer. height: height of the
    // view. All values are in pixels.
    move(dx, dy, height) {
        const unit = 2 * this.distance * Math.tan(kFieldOfView / 2) / height;
        const {right} = this.axes();
        const forward = cross([0, 1, 0], right);
        const along = dy * unit / Math.max(Math.sin(this.pitch), 0.35);
        this.target = add(this.target, add(scale(right, -dx * unit), scale(forward, along)));
    }

    // Multiplies the distance by a factor. Zooms towards the point where the ray crosses the height of the target.
    zoom(factor, ray) {
        const distance = Math.min(Math.max(this.distance * factor, this.radius * 1e-3), this.radius * 20);
        const t = ray ? (this.target[1] - ray.origin[1]) / ray.direction[1] : -1;
        if (t > 0 && t < 4 * this.distance) {
            const hit = add(ray.origin, scale(ray.direction, t));
            this.target = add(this.target, scale(subtract(hit, this.target), 1 - distance / this.distance));
        }
        this.distance = distance;
    }

    near() {
        return this.distance * 0.02;
    }

    // Returns the matrices from world to view space and from view to clip space, in column-major order.
    matrices() {
        const {right, up, back} = this.axes();
        const eye = this.eye();
        const near = this.near(), far = this.distance + Math.hypot(...subtract(this.target, this.home)) + 2 * this.radius;
        const f = 1 / Math.tan(kFieldOfView / 2);
        return {
            view: new Float32Array([
                right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
                -dot(right, eye), -dot(up, eye), -dot(back, eye), 1
            ]),
            projection: new Float32Array([
                f / this.aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (near + far) / (near - far), -1,
                0, 0, 2 * near * far / (near - far), 0
            ]),
        };
    }

    // Returns the ray from the eye through a point of the screen. x and y go from -1 to 1, to the right and upwards.
    ray(x, y) {
        const {right, up, back} = this.axes();
        const slope = Math.tan(kFieldOfView / 2);
        const aside = add(scale(right, x * slope * this.aspect), scale(up, y * slope));
        return {origin: this.eye(), direction: subtract(aside, back)};
    }

    // Returns the screen position of a point, in the coordinates of ray().
    project(point) {
        const {right, up, back} = this.axes();
        const way = subtract(point, this.eye());
        const slope = Math.tan(kFieldOfView / 2) * -dot(way, back);
        return [dot(way, right) / (slope * this.aspect), dot(way, up) / slope];
    }
}

