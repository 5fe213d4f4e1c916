// Moves the camera and picks ground by mouse, touch and keys.

const kClickPixels = 5;  // [px]; a pointer that moves less than this counts as a click

// Handles drags and clicks, by mouse or by touch.
function listenToPointers(viewer) {
    const pointers = new Map();
    const canvas = viewer.canvas;
    let moved = 0, several = false;
    const middle = () => {
        const all = [...pointers.values()];
        const x = all.reduce((sum, p) => sum + p.x, 0) / all.length, y = all.reduce((sum, p) => sum + p.y, 0) / all.length;
        return {x, y, spread: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0};
    };
    canvas.addEventListener("pointerdown", event => {
        if (pointers.size === 0) moved = 0, several = false;
        pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
        several ||= pointers.size > 1;
        try { canvas.setPointerCapture(event.pointerId); } catch { /* the pointer is gone already */ }
    });
    canvas.addEventListener("pointermove", event => {
        if (!pointers.has(event.pointerId)) {
            if (event.pointerType === "mouse") viewer.hover(viewer.pickAt(...viewer.place(event)));
            return;
        }
        const before = middle();
        pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
        const after = middle(), dx = after.x - before.x, dy = after.y - before.y;
        moved += Math.hypot(dx, dy) + Math.abs(after.spread - before.spread);
        if (moved < kClickPixels) return;
        canvas.classList.add("dragging");
        if (pointers.size > 1 || event.shiftKey || event.buttons & 6) viewer.camera.move(dx, dy, canvas.clientHeight);
        else viewer.camera.turn(-dx * 0.006, dy * 0.006);
        if (before.spread > 0 && after.spread > 0) viewer.camera.zoom(before.spread / after.spread);
        viewer.redraw();
    });
    const release = event => {
        if (!pointers.delete(event.pointerId)) return;
        if (pointers.size === 0) canvas.classList.remove("dragging");
        if (event.type !== "pointerup" || several || moved >= kClickPixels || event.button !== 0) return;
        const hit = viewer.pickAt(...viewer.place(event));
        viewer.hover(hit);
        viewer.click(hit);
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    // Lifting a finger also causes pointerleave. Ignore it, so that the facts of the tapped polygon stay visible.
    canvas.addEventListener("pointerleave", event => event.pointerType === "mouse" && pointers.size === 0 && viewer.hover(null));
}

function pressKey(viewer, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inPanel = byId("panel").contains(document.activeElement);
    const letter = {
        f: () => viewer.look("fit"), t: () => viewer.look("fromAbove"), d: () => viewer.useTheme(!viewer.dark),
        "?": () => byId("help").click(), Escape: () => viewer.can.ok && viewer.setPath(null, null),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (letter && !(inPanel && document.activeElement.tagName === "SELECT")) return letter();
    if (inPanel) return;
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (step && event.shiftKey) viewer.camera.move(-step[0] * 40, -step[1] * 40, viewer.canvas.clientHeight);
    else if (step) viewer.camera.turn(step[0] * 0.08, -step[1] * 0.08);
    else if (event.key === "+" || event.key === "=") viewer.camera.zoom(1 / 1.15);
    else if (event.key === "-") viewer.camera.zoom(1.15);
    else if (event.key === "Enter") pickMiddle(viewer);
    else return;
    event.preventDefault();
    viewer.redraw();
}

// Picks the ground in the middle of the picture.
function pickMiddle(viewer) {
    const hit = viewer.pickAt(0, 0);
    viewer.hover(hit, true);
    viewer.click(hit);
}
