import { make } from "../make.ts";
import { settings } from "../settings.ts";
import { titleOf } from "./parts.ts";

/** Makes the title of a part a field. Enter and leaving the field save it, Escape does not. */
export function renameInPlace(part: HTMLElement, save: (title: string, was: string) => void): void {
  const link = part.querySelector<HTMLElement>(".name-of-part");
  if (!link) return;
  const was = titleOf(part);
  const field = make("input", { type: "text", "aria-label": settings().texts.outline.title });
  field.value = was;
  field.maxLength = 200;
  field.required = true;
  const holder = make("span", { className: "rename-part" }, field);
  let isEnded = false;
  const end = (isSaved: boolean) => {
    if (isEnded) return;
    isEnded = true;
    const title = field.value.trim();
    holder.replaceWith(link);
    part.querySelector<HTMLElement>("a[data-rename]")?.focus();
    if (!isSaved || title === "" || title === was) return;
    // Shown before the answer. A refused title is replaced by the stored one.
    link.textContent = title;
    // The row says what the server has not rendered.
    delete part.dataset["mark"];
    save(title, was);
  };
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      end(true);
    } else if (event.key === "Escape") end(false);
  });
  field.addEventListener("blur", () => end(true));
  link.replaceWith(holder);
  field.focus();
  field.select();
}
