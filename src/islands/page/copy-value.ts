/** Milliseconds for which a button says that the value is copied. */
const shownFor = 3000;

/** Shows the buttons that copy a value (`copyButton`). Without them, one click selects the value. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    const { copy = "", copied = "" } = button.dataset;
    const label = button.textContent;
    button.hidden = false;
    const copyValue = async () => {
      if (!(await copyText(copy, button.getAttribute("aria-describedby")))) return;
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = label;
      }, shownFor);
    };
    button.addEventListener("click", () => void copyValue());
  }
}

async function copyText(text: string, id: string | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const value = id === null ? null : document.getElementById(id);
    if (value) getSelection()?.selectAllChildren(value);
    // oxlint-disable-next-line typescript/no-deprecated -- The only way on pages without a secure context.
    return document.execCommand("copy");
  }
}
