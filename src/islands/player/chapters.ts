/** Lets the links of chapters jump in the page, and marks the current one. */
export function followChapters(media: HTMLMediaElement): void {
  const chapters = [...document.querySelectorAll<HTMLAnchorElement>(".chapters a[data-at]")].map((link) => ({
    link,
    start: Number(link.dataset["at"]),
  }));
  for (const { link, start } of chapters) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      media.currentTime = start;
      void media.play().catch(() => {});
    });
  }
  const follow = () => {
    const current = chapters.findLast(({ start }) => start <= media.currentTime);
    for (const chapter of chapters) {
      if (chapter === current) chapter.link.setAttribute("aria-current", "true");
      else chapter.link.removeAttribute("aria-current");
    }
  };
  for (const event of ["timeupdate", "seeked"]) media.addEventListener(event, follow);
}
