import { Editor } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table";
import { Markdown } from "@tiptap/markdown";
import { StarterKit } from "@tiptap/starter-kit";
import { make } from "../make.ts";
import { settings } from "../settings.ts";
import { transfer } from "../upload/transfer.ts";
import { cleanPaste } from "./clean-paste.ts";
import { fileAddress } from "./file-address.ts";
import { JoinedLines } from "./joined-lines.ts";
import { SlashMenu } from "./slash-menu.ts";
import { makeToolbar } from "./toolbar.ts";

/** The rich editor of one field. */
export interface RichEditor {
  element: HTMLElement;
  setText(markdown: string): void;
  /** The text as Markdown. */
  text(): string;
  /** The Markdown that the editor was opened with or has written last. */
  shown(): string;
  focus(): void;
}

interface Options {
  labelledBy: string;
  describedBy: string | null;
  /** The person has changed the text. */
  changed: () => void;
}

/** Line breaks of the source stay in the text, and are shown as spaces (`joined-lines.ts`). */
const KeepingLines = StarterKit.extend({
  addExtensions() {
    const extensions = this.parent?.() ?? [];
    return extensions.map((one) => (one.name === "paragraph" ? one.extend({ whitespace: "pre" }) : one));
  },
});

/** The type of a callout is no text: `> [!NOTE]`, where the editor writes `> \[!NOTE\]`. */
const withCallouts = (markdown: string): string =>
  markdown.replaceAll(/^((?:> ?)+)\\\[!([A-Za-z]{1,20})\\\]/gm, "$1[!$2]");

/** Pixels between the caret and the edges of the window. */
const besideBars = { top: 80, right: 0, bottom: 120, left: 0 };

export function makeEditor({ labelledBy, describedBy, changed }: Options): RichEditor {
  const surface = make("div", {});
  const status = make("p", { className: "hint", role: "status" });
  let isOpening = false;
  let shown = "";
  let menu: SlashMenu | undefined;
  const editor = new Editor({
    element: surface,
    injectCSS: false,
    extensions: [
      // Markdown has no underlined text.
      KeepingLines.configure({ underline: false, link: { openOnClick: false } }),
      TableKit.configure({ table: { resizable: false } }),
      Image,
      JoinedLines,
      Markdown,
    ],
    editorProps: {
      // The bars above and below the form hide lines near the edges of the window.
      scrollThreshold: besideBars,
      scrollMargin: besideBars,
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        ...(describedBy !== null && { "aria-describedby": describedBy }),
        class: "rendered",
      },
      transformPastedHTML: cleanPaste,
      handleKeyDown: (_view, event) => menu?.press(event) === true,
      handlePaste: (_view, event) => insertImages(event.clipboardData?.files),
      handleDrop: (_view, event) => insertImages(event.dataTransfer?.files),
    },
    onUpdate: () => {
      if (isOpening) return;
      changed();
    },
  });

  /** Uploads images that were dropped or pasted. Returns true if there are any. */
  function insertImages(files: FileList | undefined): boolean {
    const images = [...(files ?? [])].filter(({ type }) => type.startsWith("image/"));
    for (const image of images) void insertImage(image);
    return images.length > 0;
  }

  async function insertImage(file: File): Promise<void> {
    const { sending, failed } = settings().texts.upload;
    status.textContent = sending;
    try {
      const signal = new AbortController().signal;
      const { url } = await transfer(file, { purpose: "page" }, { signal, sent: () => undefined });
      editor
        .chain()
        .focus()
        .setImage({ src: fileAddress(url), alt: "" })
        .run();
      status.textContent = "";
    } catch (error) {
      status.textContent = error instanceof Error && error.message !== "" ? error.message : failed;
    }
  }

  const toolbar = makeToolbar(editor);
  menu = new SlashMenu(editor, toolbar.blocks);
  return {
    element: make("div", { className: "rich" }, toolbar.element, surface, menu.element, status),
    setText(markdown) {
      isOpening = true;
      shown = markdown;
      editor.commands.setContent(markdown, { contentType: "markdown" });
      isOpening = false;
    },
    text: () => (shown = withCallouts(editor.getMarkdown())),
    shown: () => shown,
    focus: () => void editor.commands.focus(),
  };
}
