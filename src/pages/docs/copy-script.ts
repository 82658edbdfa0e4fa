import { docsAsset } from "./docs-asset.ts";

/**
 * Adds a copy button to each code block, and applies the chosen language to all samples of exported pages. Without the script, readers select the code manually. Blocks with `data-name`
 * get buttons with distinct names (WCAG 2.4.6).
 */
export const copyScript = docsAsset(
  "copy",
  "js",
  `const { copyLabel: copy, copied } = document.body.querySelector("[data-copy-label]")?.dataset ?? {};
const announce = document.createElement("p");
announce.className = "hidden";
announce.setAttribute("role", "status");
document.querySelector("main").append(announce);
for (const block of navigator.clipboard ? document.querySelectorAll("main pre") : []) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = copy;
  if (block.dataset.name) button.setAttribute("aria-label", copy + ": " + block.dataset.name);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = announce.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
      announce.textContent = "";
    }, 2000);
  });
  const frame = document.createElement("div");
  frame.className = "copyable";
  block.replaceWith(frame);
  frame.append(button, block);
}
const choices = [...document.querySelectorAll(".languages > input")];
const choose = (language) => {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
};
const remembered = () => {
  try {
    return localStorage.getItem("code");
  } catch {
    return null;
  }
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
`,
);
