import type { Editor } from "@tiptap/core";
import { make } from "../make.ts";
import { settings } from "../settings.ts";
import { imagePanel } from "./image-panel.ts";
import { linkPanel } from "./link-panel.ts";

interface Tool {
  label: string;
  /** Undefined for a tool that is never on. */
  isOn?: () => boolean;
  /** Shown inside of a table only. */
  isForTables?: boolean;
  act: () => void;
}

/** A toolbar (ARIA): one stop for the Tab key, arrow keys inside. */
export function makeToolbar(editor: Editor): HTMLElement {
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
  const tools: Tool[] = [
    ...levels.map((level) => ({
      label: `${text.heading} ${level}`,
      isOn: () => editor.isActive("heading", { level }),
      act: () => run().toggleHeading({ level }).run(),
    })),
    { label: text.bold, isOn: () => editor.isActive("bold"), act: () => run().toggleBold().run() },
    { label: text.italic, isOn: () => editor.isActive("italic"), act: () => run().toggleItalic().run() },
    { label: text.code, isOn: () => editor.isActive("code"), act: () => run().toggleCode().run() },
    { label: text.link, isOn: () => editor.isActive("link"), act: () => open(linkPanel(editor, close)) },
    { label: text.bullets, isOn: () => editor.isActive("bulletList"), act: () => run().toggleBulletList().run() },
    { label: text.numbers, isOn: () => editor.isActive("orderedList"), act: () => run().toggleOrderedList().run() },
    { label: text.quote, isOn: () => editor.isActive("blockquote"), act: () => run().toggleBlockquote().run() },
    { label: text.codeBlock, isOn: () => editor.isActive("codeBlock"), act: () => run().toggleCodeBlock().run() },
    { label: text.image, act: () => open(imagePanel(editor, close)) },
    { label: text.table, act: () => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run() },
    { label: text.addRow, isForTables: true, act: () => run().addRowAfter().run() },
    { label: text.removeRow, isForTables: true, act: () => run().deleteRow().run() },
    { label: text.addColumn, isForTables: true, act: () => run().addColumnAfter().run() },
    { label: text.removeColumn, isForTables: true, act: () => run().deleteColumn().run() },
    { label: text.removeTable, isForTables: true, act: () => run().deleteTable().run() },
    { label: text.undo, act: () => run().undo().run() },
    { label: text.redo, act: () => run().redo().run() },
  ].map((tool) => ({ ...tool, act: () => void tool.act() }));
  const buttons = tools.map(makeTool);
  const bar = make("div", { role: "toolbar", className: "tools", "aria-label": label }, ...buttons);
  const show = () => showState(editor, tools, buttons);
  editor.on("transaction", show);
  editor.on("focus", show);
  show();
  buttons[0]?.setAttribute("tabindex", "0");
  bar.addEventListener("keydown", (event) => moveFocus(event, buttons));
  return make("div", {}, bar, below);
}

function makeTool({ label, act }: Tool): HTMLButtonElement {
  const button = make("button", { type: "button", className: "tool" }, label);
  button.tabIndex = -1;
  // The selection stays in the text.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", act);
  return button;
}

function showState(editor: Editor, tools: readonly Tool[], buttons: readonly HTMLButtonElement[]): void {
  const isInTable = editor.isActive("table");
  for (const [index, { isOn, isForTables }] of tools.entries()) {
    const button = buttons[index];
    if (!button) continue;
    if (isOn) button.setAttribute("aria-pressed", String(isOn()));
    button.hidden = isForTables === true && !isInTable;
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
