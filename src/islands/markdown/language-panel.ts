import type { Editor } from "@tiptap/core";
import { make, makeButton } from "../make.ts";
import { settings } from "../settings.ts";

/** Asks for the language of a code block, by which readers see it highlighted. */
export function languagePanel(editor: Editor, close: () => void): HTMLElement {
  const { codeLanguage, apply, cancel } = settings().texts.markdown;
  const known: unknown = editor.getAttributes("codeBlock")["language"];
  const field = make("input", { type: "text", "aria-label": codeLanguage });
  field.placeholder = "python";
  field.maxLength = 40;
  field.value = typeof known === "string" ? known : "";
  const write = () => {
    // A fence ends at the line, and a backtick would end it early.
    const language = field.value.replaceAll(/[\s`~]+/g, "");
    editor
      .chain()
      .focus()
      .updateAttributes("codeBlock", { language: language === "" ? null : language })
      .run();
    close();
  };
  const panel = make(
    "div",
    { className: "actions" },
    field,
    makeButton(apply, "secondary", write),
    makeButton(cancel, "plain", close),
  );
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    // Enter would submit the form.
    if (event.key !== "Enter" || event.target !== field) return;
    event.preventDefault();
    write();
  });
  return panel;
}
