import type { Editor } from "@tiptap/core";
import { make, makeButton } from "../make.ts";
import { settings } from "../settings.ts";
import { fileAddress } from "./file-address.ts";

/** Only addresses that a browser opens without running a script. */
const permitted = /^(?:https?:|mailto:|tel:|\/|#)/i;

/** Asks for the address of a link on the selected text. */
export function linkPanel(editor: Editor, close: () => void): HTMLElement {
  const { address, apply, removeLink, cancel } = settings().texts.markdown;
  const known: unknown = editor.getAttributes("link")["href"];
  const field = make("input", { type: "text", "aria-label": address });
  field.placeholder = "https://";
  field.inputMode = "url";
  field.value = typeof known === "string" ? known : "";
  const write = () => {
    const typed = fileAddress(field.value.trim());
    const href = permitted.test(typed) || typed === "" ? typed : `https://${typed}`;
    const range = editor.chain().focus().extendMarkRange("link");
    if (href === "") range.unsetLink().run();
    else if (editor.state.selection.empty && known === undefined) {
      range.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    } else range.setLink({ href }).run();
    close();
  };
  const panel = make(
    "div",
    { className: "actions" },
    field,
    makeButton(apply, "secondary", write),
    ...(known === undefined
      ? []
      : [
          makeButton(removeLink, "plain", () => {
            field.value = "";
            write();
          }),
        ]),
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
