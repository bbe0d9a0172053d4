// Drags of pieces with a mouse, a pen or a finger. A finger put down beside a piece scrolls as ever, and
// two fingers zoom.
const FAR = 6; // pixels after which a press is a drag
const EDGE = 28; // pixels from the edge of the place where it scrolls along
const STRIDE = 14; // pixels that it then scrolls at a time

const at = (event) => new DOMPoint(event.clientX, event.clientY);

// Moves a piece with the pointer, in the units of the drawing that it is part of.
function follow(drag, event) {
  const there = at(event).matrixTransform(drag.piece.parentNode.getScreenCTM().inverse());
  drag.piece.style.translate = `${there.x - drag.origin.x}px ${there.y - drag.origin.y}px`;
}

function scrollAlong(place, event) {
  const box = place.getBoundingClientRect();
  const by = (position, low, high) => (position < low + EDGE ? -STRIDE : position > high - EDGE ? STRIDE : 0);
  place.scrollBy(by(event.clientX, box.left, box.right), by(event.clientY, box.top, box.bottom));
}

// Calls `dropped(piece, element)` when a piece that `draggable(event)` returned is let go over another
// element; the click that a browser sends after it is caught.
export function dragPieces(place, draggable, dropped) {
  let drag = null;

  function end() {
    if (!drag) return;
    drag.piece.style.translate = drag.piece.style.pointerEvents = "";
    drag.piece.classList.remove("dragged");
    drag = null;
  }

  place.addEventListener("pointerdown", (event) => {
    end();
    const piece = event.button || !event.isPrimary ? null : draggable(event);
    if (!piece) return;
    const origin = at(event).matrixTransform(piece.parentNode.getScreenCTM().inverse());
    drag = { piece, origin, pointer: event.pointerId, x: event.clientX, y: event.clientY, far: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    if (!drag.piece.isConnected) { end(); return; }
    if (!drag.far && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    drag.far = true;
    drag.piece.classList.add("dragged");
    drag.piece.style.pointerEvents = "none"; // what is below it is where it goes
    scrollAlong(place, event);
    follow(drag, event);
  });
  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const { piece, far } = drag;
    const below = far ? document.elementFromPoint(event.clientX, event.clientY) : null;
    end();
    if (!far) return;
    const stop = (click) => click.stopPropagation();
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stop, { capture: true }));
    if (below && place.contains(below)) dropped(piece, below);
  });
  document.addEventListener("pointercancel", end);
  // Without this the browser scrolls with the finger and cancels the drag.
  place.addEventListener("touchmove", (event) => { if (drag && event.cancelable) event.preventDefault(); }, { passive: false });
}
