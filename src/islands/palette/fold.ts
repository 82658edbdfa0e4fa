/** Seconds for which a browser remembers it. */
const year = 31_536_000;

/** Shows the button that folds the navigation. */
export function addFold(): void {
  const button = document.querySelector<HTMLElement>("[data-fold]");
  if (!button) return;
  const { classList } = document.body;
  const describe = () => button.setAttribute("aria-expanded", String(!classList.contains("folded")));
  button.hidden = false;
  describe();
  button.addEventListener("click", () => {
    const value = classList.toggle("folded") ? "folded" : "open";
    const secure = location.protocol === "https:" ? "; secure" : "";
    // oxlint-disable-next-line unicorn/no-document-cookie -- The server reads it for the next page.
    document.cookie = `admin_navigation=${value}; path=/admin; max-age=${year}; samesite=lax${secure}`;
    describe();
  });
}
