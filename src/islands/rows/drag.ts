/** Moves a row while its handle is dragged, with a mouse, a pen or a finger. */
export function dragBy(handle: HTMLElement, row: HTMLElement, moved: () => void): void {
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // No selection of text.
    event.preventDefault();
    row.classList.add("dragged");
    const ended = new AbortController();
    const { signal } = ended;
    // On the window: the row leaves the document for a moment whenever it moves.
    window.addEventListener("pointermove", ({ clientY }) => follow(row, clientY), { signal });
    for (const end of ["pointerup", "pointercancel"] as const) {
      window.addEventListener(
        end,
        () => {
          ended.abort();
          row.classList.remove("dragged");
          moved();
        },
        { signal },
      );
    }
  });
}

/** Places the row before or after the row at this height, once its middle is passed. */
function follow(row: HTMLElement, y: number): void {
  const others = [...(row.parentElement?.children ?? [])].filter(
    (other): other is HTMLElement => other instanceof HTMLElement && other !== row && !other.hidden,
  );
  const isBefore = (other: HTMLElement) =>
    (other.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const above = others.find((other) => isBefore(other) && y < middleOf(other));
  const below = others.findLast((other) => !isBefore(other) && y > middleOf(other));
  if (above) above.before(row);
  else below?.after(row);
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
