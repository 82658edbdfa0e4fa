/** Milliseconds for which a button says that its block is copied. */
const shownFor = 2000;

/** Adds a copy button to each code block. Without it, readers select the code. */
function addButtons(): void {
  const labels = document.querySelector<HTMLElement>("[data-copy-label]")?.dataset;
  const { copyLabel: copy = "", copied = "" } = labels ?? {};
  const announce = document.createElement("p");
  announce.className = "hidden";
  announce.setAttribute("role", "status");
  document.querySelector("main")?.append(announce);
  // Undefined without a secure context.
  const blocks = "clipboard" in navigator ? document.querySelectorAll<HTMLElement>("main pre") : [];
  for (const block of blocks) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = copy;
    const { name } = block.dataset;
    // Buttons with distinct names (WCAG 2.4.6).
    if (name) button.setAttribute("aria-label", `${copy}: ${name}`);
    const copyBlock = async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = copied;
      announce.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
        announce.textContent = "";
      }, shownFor);
    };
    button.addEventListener("click", () => void copyBlock());
    const frame = document.createElement("div");
    frame.className = "copyable";
    block.replaceWith(frame);
    frame.append(button, block);
  }
}

/** Applies the chosen language to all samples of an exported page, and remembers it. */
function rememberLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>(".languages > input")];
  const choose = (language: string | null) => {
    for (const choice of choices) if (choice.value === language) choice.checked = true;
  };
  if (choices.length > 0) choose(remembered());
  for (const choice of choices) {
    choice.addEventListener("change", () => {
      choose(choice.value);
      try {
        localStorage.setItem("code", choice.value);
      } catch {
        // The browser stores nothing: the choice is that of this page.
      }
    });
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem("code");
  } catch {
    return null;
  }
}

addButtons();
rememberLanguage();
