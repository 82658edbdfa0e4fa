/** Moves rows by their handle, which makes them draggable. */
export function acceptDrags(list: HTMLElement, moved: () => void): void {
  let dragged: HTMLElement | undefined;
  list.addEventListener("dragstart", (event) => {
    if (!(event.target instanceof HTMLElement) || event.target.parentElement !== list) return;
    event.stopPropagation();
    dragged = event.target;
    event.dataTransfer?.setData("text/plain", "");
    dragged.classList.add("dragged");
  });
  list.addEventListener("dragover", (event) => {
    const over = [...list.children].find((row) => event.target instanceof Node && row.contains(event.target));
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(dragged);
    else over.after(dragged);
  });
  list.addEventListener("drop", (event) => {
    if (dragged) event.preventDefault();
  });
  list.addEventListener("dragend", () => {
    if (!dragged) return;
    dragged.classList.remove("dragged");
    dragged.draggable = false;
    dragged = undefined;
    moved();
  });
}
