/**
 * Adds a button to each password field that shows what was entered. It is hidden again before it is sent or the page is
 * kept for the back button, and no spelling service gets to see it.
 */
export function offerToShowPasswords(): void {
  const label = document.querySelector<HTMLElement>("script[data-show-password]")?.dataset["showPassword"] ?? "";
  const fields = 'input[type="password"][autocomplete$="-password"]';
  for (const input of document.querySelectorAll<HTMLInputElement>(fields)) addButton(input, label);
}

function addButton(input: HTMLInputElement, label: string): void {
  const button = document.createElement("button");
  const show = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.type = "button";
  button.className = "reveal";
  button.textContent = label;
  button.setAttribute("aria-controls", input.id);
  const name = input.labels?.[0];
  if (name) button.setAttribute("aria-describedby", (name.id ||= `${input.id}-label`));
  input.spellcheck = false;
  input.autocapitalize = "none";
  show(false);
  button.addEventListener("click", () => show(input.type === "password"));
  input.form?.addEventListener("submit", () => show(false));
  addEventListener("pagehide", () => show(false));
  input.after(button);
}
