import { isSection, partOf, placeOf, type Place, put } from "./parts.ts";

const scrollEdgePx = 64;

/**
 * Moves a part while its handle is dragged, with a mouse, a pen or a finger. Looks only at the element below the pointer,
 * so that the time of a move does not depend on the number of lectures.
 */
export function dragParts(root: HTMLElement, moved: (part: HTMLElement, from: Place) => void): void {
  root.addEventListener("pointerdown", (event) => {
    const grip = event.target instanceof Element ? event.target.closest(".grip-of-part") : null;
    const part = grip ? partOf(grip) : undefined;
    const from = part && placeOf(part);
    if (event.button !== 0 || !part || !from) return;
    // No selection of text.
    event.preventDefault();
    part.classList.add("dragged-part");
    const ended = new AbortController();
    const { signal } = ended;
    let last: PointerEvent | undefined;
    let frame = 0;
    const follow = () => {
      frame = 0;
      if (!last) return;
      if (last.clientY < scrollEdgePx) window.scrollBy(0, -scrollEdgePx / 4);
      else if (last.clientY > window.innerHeight - scrollEdgePx) window.scrollBy(0, scrollEdgePx / 4);
      const target = placeAt(root, part, last);
      if (target && (target.list !== part.parentElement || target.before !== part)) put(part, target);
    };
    window.addEventListener(
      "pointermove",
      (move) => {
        last = move;
        frame ||= requestAnimationFrame(follow);
      },
      { signal },
    );
    const end = (isDone: boolean) => {
      ended.abort();
      cancelAnimationFrame(frame);
      part.classList.remove("dragged-part");
      if (isDone) moved(part, from);
      else put(part, from);
    };
    window.addEventListener("pointerup", () => end(true), { signal });
    window.addEventListener("pointercancel", () => end(false), { signal });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
  });
}

/** Returns the place at the pointer: before or after the row there, or in an empty section. */
function placeAt(root: HTMLElement, part: HTMLElement, { clientX, clientY }: PointerEvent): Place | undefined {
  const under = document.elementFromPoint(clientX, clientY);
  if (!under || !root.contains(under) || part.contains(under)) return undefined;
  const section = under.closest<HTMLElement>(".section-of-outline");
  if (!section) return undefined;
  if (isSection(part)) return besides(section, clientY);
  const row = under.closest<HTMLElement>(".lecture-of-outline");
  if (row) return besides(row, clientY);
  const list = section.querySelector<HTMLElement>("[data-lectures]");
  if (!list) return undefined;
  const isAbove = under.closest(".head-of-part") !== null;
  return { list, before: isAbove && list.firstElementChild instanceof HTMLElement ? list.firstElementChild : null };
}

function besides(row: HTMLElement, y: number): Place | undefined {
  const { top, height } = row.getBoundingClientRect();
  const list = row.parentElement;
  if (!list) return undefined;
  const next = row.nextElementSibling;
  return { list, before: y < top + height / 2 ? row : next instanceof HTMLElement ? next : null };
}
