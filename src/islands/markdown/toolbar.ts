import type { Editor } from "@tiptap/core";
import { make } from "../make.ts";
import { settings } from "../settings.ts";
import { imagePanel } from "./image-panel.ts";
import { languagePanel } from "./language-panel.ts";
import { linkPanel } from "./link-panel.ts";
import type { Block } from "./slash-menu.ts";
import { type ToolIcon, toolIcon } from "./tool-icons.ts";

interface Tool {
  label: string;
  /** Shown instead of the name. */
  icon?: ToolIcon;
  /** Undefined for a tool that is never on. */
  isOn?: () => boolean;
  /** Shown inside of these nodes only. */
  isIn?: "table" | "codeBlock";
  /** Inserts a block: it is offered after a slash too. */
  isBlock?: boolean;
  act: () => void;
}

export interface Toolbar {
  element: HTMLElement;
  /** The tools that insert a block. */
  blocks: readonly Block[];
}

/** A toolbar (ARIA): one stop for the Tab key, arrow keys inside. */
export function makeToolbar(editor: Editor): Toolbar {
  const { tools: text, toolbar: label } = settings().texts.markdown;
  const below = make("div", { className: "panel-of-editor" });
  const open = (panel: HTMLElement) => {
    below.replaceChildren(panel);
    panel.querySelector("input")?.focus();
  };
  const close = () => {
    below.replaceChildren();
    editor.commands.focus();
  };
  const run = () => editor.chain().focus();
  const levels = [2, 3, 4] as const;
  const listed: Tool[] = [
    ...levels.map((level) => ({
      label: `${text.heading} ${level}`,
      icon: `heading${level}` as const,
      isOn: () => editor.isActive("heading", { level }),
      isBlock: true,
      act: () => run().toggleHeading({ level }).run(),
    })),
    {
      label: text.bold,
      icon: "bold",
      isOn: () => editor.isActive("bold"),
      act: () => run().toggleBold().run(),
    },
    {
      label: text.italic,
      icon: "italic",
      isOn: () => editor.isActive("italic"),
      act: () => run().toggleItalic().run(),
    },
    {
      label: text.code,
      icon: "code",
      isOn: () => editor.isActive("code"),
      act: () => run().toggleCode().run(),
    },
    {
      label: text.link,
      icon: "link",
      isOn: () => editor.isActive("link"),
      act: () => open(linkPanel(editor, close)),
    },
    {
      label: text.bullets,
      icon: "bullets",
      isBlock: true,
      isOn: () => editor.isActive("bulletList"),
      act: () => run().toggleBulletList().run(),
    },
    {
      label: text.numbers,
      icon: "numbers",
      isBlock: true,
      isOn: () => editor.isActive("orderedList"),
      act: () => run().toggleOrderedList().run(),
    },
    {
      label: text.quote,
      icon: "quote",
      isBlock: true,
      isOn: () => editor.isActive("blockquote"),
      act: () => run().toggleBlockquote().run(),
    },
    {
      label: text.codeBlock,
      icon: "codeBlock",
      isBlock: true,
      isOn: () => editor.isActive("codeBlock"),
      act: () => run().toggleCodeBlock().run(),
    },
    { label: text.image, icon: "image", isBlock: true, act: () => open(imagePanel(editor, close)) },
    {
      label: text.table,
      icon: "table",
      isBlock: true,
      act: () => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    { label: text.callout, icon: "callout", isBlock: true, act: () => insertCallout(editor) },
    { label: text.divider, icon: "divider", isBlock: true, act: () => run().setHorizontalRule().run() },
    { label: text.codeLanguage, isIn: "codeBlock", act: () => open(languagePanel(editor, close)) },
    { label: text.addRow, isIn: "table", act: () => run().addRowAfter().run() },
    { label: text.removeRow, isIn: "table", act: () => run().deleteRow().run() },
    { label: text.addColumn, isIn: "table", act: () => run().addColumnAfter().run() },
    { label: text.removeColumn, isIn: "table", act: () => run().deleteColumn().run() },
    { label: text.removeTable, isIn: "table", act: () => run().deleteTable().run() },
    { label: text.undo, icon: "undo", act: () => run().undo().run() },
    { label: text.redo, icon: "redo", act: () => run().redo().run() },
  ];
  const tools = listed.map((tool) => ({
    ...tool,
    act: () => {
      tool.act();
    },
  }));
  const buttons = tools.map(makeTool);
  const bar = make("div", { role: "toolbar", className: "tools", "aria-label": label }, ...buttons);
  const show = () => showState(editor, tools, buttons);
  editor.on("transaction", show);
  editor.on("focus", show);
  show();
  buttons[0]?.setAttribute("tabindex", "0");
  bar.addEventListener("keydown", (event) => moveFocus(event, buttons));
  const blocks = tools.filter(({ isBlock }) => isBlock === true);
  return { element: make("div", {}, bar, below), blocks };
}

/** The renderer shows a quote that begins with its type as a callout. */
function insertCallout(editor: Editor): void {
  editor
    .chain()
    .focus()
    .insertContent({
      type: "blockquote",
      content: [{ type: "paragraph", content: [{ type: "text", text: "[!NOTE]" }] }, { type: "paragraph" }],
    })
    .run();
}

function makeTool({ label, icon, act }: Tool): HTMLButtonElement {
  const button = make("button", { type: "button", className: "tool" }, icon ? toolIcon(icon) : label);
  if (icon) {
    button.ariaLabel = label;
    button.title = label;
  }
  button.tabIndex = -1;
  // The selection stays in the text.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", act);
  return button;
}

function showState(editor: Editor, tools: readonly Tool[], buttons: readonly HTMLButtonElement[]): void {
  for (const [index, { isOn, isIn }] of tools.entries()) {
    const button = buttons[index];
    if (!button) continue;
    if (isOn) button.setAttribute("aria-pressed", String(isOn()));
    button.hidden = isIn !== undefined && !editor.isActive(isIn);
  }
}

function moveFocus(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
  const shown = buttons.filter(({ hidden }) => !hidden);
  const at = shown.findIndex((button) => button === document.activeElement);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 };
  const to = steps[event.key];
  if (to === undefined || at === -1) return;
  event.preventDefault();
  const next = shown[(to + shown.length) % shown.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}
