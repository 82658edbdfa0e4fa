import type { Token } from "markdown-it";

type TokenClass = new (type: string, tag: string, nesting: -1 | 1) => Token;

/**
 * Marks at the beginning of a list item or of a quote: `- [x] done` is a task (GitHub), `> [!NOTE]` a callout (GitHub,
 * Obsidian). Both become plain text, which every reader of HTML shows.
 */
export function writeMarks(tokens: readonly Token[], TokenOf: TokenClass): void {
  for (const [index, { type }] of tokens.entries()) {
    const content = tokens[index + 2];
    const first = content?.type === "inline" ? content.children?.[0] : undefined;
    if (first?.type !== "text" || !content?.children) continue;
    if (type === "list_item_open") first.content = first.content.replace(task, checkbox);
    if (type === "blockquote_open") writeCallout(content.children, first, TokenOf);
  }
}

const task = /^\[([ xX])\](?= )/;
const checkbox = (_mark: string, state: string): string => (state === " " ? "☐" : "☑");

/** The title is that of the author, or the type of the callout. */
function writeCallout(children: Token[], first: Token, TokenOf: TokenClass): void {
  const [mark = "", type = ""] = /^\[!([a-z]{1,20})\][+-]?/i.exec(first.content) ?? [];
  const title = first.content.slice(mark.length);
  if (type === "" || (title !== "" && !title.startsWith(" "))) return;
  first.content = title.trim() === "" ? type.charAt(0).toUpperCase() + type.slice(1).toLowerCase() : title.trim();
  children.splice(0, 1, new TokenOf("strong_open", "strong", 1), first, new TokenOf("strong_close", "strong", -1));
  const [line] = children.slice(3, 4);
  if (line?.type === "softbreak") line.type = "hardbreak";
}
