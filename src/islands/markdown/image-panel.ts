import type { Editor } from "@tiptap/core";
import { uploadedEvent } from "../events.ts";
import { make, makeButton } from "../make.ts";
import { readChoices } from "../pick/search.ts";
import { settings } from "../settings.ts";
import type { StoredFile } from "../upload/transfer.ts";
import { fileAddress } from "./file-address.ts";

/** Offers the images of the media library, and the upload of another one. */
export function imagePanel(editor: Editor, close: () => void): HTMLElement {
  const { description, findImage, cancel, noImages } = settings().texts.markdown;
  const alt = make("input", { type: "text", "aria-label": description });
  alt.placeholder = description;
  const search = make("input", { type: "text", "aria-label": findImage });
  search.placeholder = findImage;
  const status = make("p", { className: "hint", role: "status" });
  const images = make("div", { className: "library" });
  const insert = (src: string) => {
    editor
      .chain()
      .focus()
      .setImage({ src: fileAddress(src), alt: alt.value.trim() })
      .run();
    close();
  };
  const find = async () => {
    const found =
      (await readChoices("/admin/choices/files?only=image", { q: search.value.trim() }).catch(() => undefined)) ?? [];
    const shown = found.flatMap(({ label, image }) => (image === undefined ? [] : [{ label, image }]));
    status.textContent = shown.length === 0 ? noImages : "";
    images.replaceChildren(...shown.map(({ label, image }) => imageButton(label, image, insert)));
  };
  const upload = document.createElement("l-upload");
  upload.dataset["single"] = "";
  upload.dataset["purpose"] = "page";
  upload.addEventListener(uploadedEvent, (event) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Sent by `l-upload`.
    insert((event as CustomEvent<StoredFile>).detail.url);
  });
  let timer = 0;
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(), 200);
  });
  const panel = make(
    "div",
    { className: "stack" },
    alt,
    upload,
    search,
    status,
    images,
    makeButton(cancel, "plain", close),
  );
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    // Enter would submit the form.
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
  });
  void find();
  return panel;
}

function imageButton(label: string, address: string, insert: (src: string) => void): HTMLButtonElement {
  const image = make("img", {});
  image.src = address;
  image.alt = label;
  image.loading = "lazy";
  const button = make("button", { type: "button", className: "picture" }, image);
  button.addEventListener("click", () => insert(address));
  return button;
}
