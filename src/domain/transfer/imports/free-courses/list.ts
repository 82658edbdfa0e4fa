import { isMainThread } from "node:worker_threads";
import markdownIt from "markdown-it";
import type { Token } from "markdown-it";
import { cut } from "../cut.ts";

// A list of a malicious author takes seconds to parse.
if (isMainThread) throw new Error("Lists are parsed in a worker thread: use list-worker.ts.");

/** A link of a list, with its headings. */
export interface ListedLink {
  /** 1-based line of the file. */
  line: number;
  name: string;
  /** Unvalidated; may not be a URL. */
  address: string;
  /** The text next to the link: author or platform. */
  note: string;
  /** From the top level down. */
  headings: Heading[];
}

/** A line with content that is no link of a list. */
export interface SkippedLine {
  line: number;
  skipped: string;
}

interface Heading {
  name: string;
  /** The anchor of the heading, if the list defines one: `csharp` of C#. */
  anchor: string | undefined;
}

/** More than courses and categories keep. Links repeat their headings. */
const maxText = 1000;

const markdown = markdownIt({ html: true });

/**
 * Reads the links of a Markdown list: one per bullet, under headings, and the lines that have none. Skips the table of
 * contents, which links within the page.
 */
export function readList(text: string): (ListedLink | SkippedLine)[] {
  const links: (ListedLink | SkippedLine)[] = [];
  const headings: (Heading & { level: number })[] = [];
  const tokens = markdown.parse(text, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "inline") continue;
    const opening = tokens[index - 1];
    if (opening?.type === "heading_open") {
      const level = Number(opening.tag.slice(1));
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, ...headingOf(token) });
    } else if (tokens[index - 2]?.type === "list_item_open") {
      const line = lineOf(token);
      const [link, ...further] = linksOf(token);
      if (link?.address.startsWith("#")) continue;
      if (link) {
        const { before, ...first } = link;
        const under = headings.map(({ name, anchor }) => ({ name, anchor }));
        links.push({ line, ...first, note: noteOf(token), headings: under });
        if (before !== "") links.push({ line, skipped: before });
      } else links.push(...skipped(token));
      for (const { name, address } of further) links.push({ line, skipped: `${name} (${address})` });
    } else links.push(...skipped(token));
  }
  return links;
}

function headingOf({ children }: Token): Heading {
  const anchor = children?.map(({ type, content }) => (type === "html_inline" ? /\bid="([^"]+)"/.exec(content) : null));
  return { name: cut(textOf(children ?? []), maxText), anchor: anchor?.find(Boolean)?.[1] };
}

const lineOf = ({ map }: Token): number => (map?.[0] ?? 0) + 1;

/** Comments and anchors have no text. */
function skipped(token: Token): SkippedLine[] {
  const text = cut(textOf(token.children ?? []), maxText);
  return text === "" ? [] : [{ line: lineOf(token), skipped: text }];
}

interface LinkOfBullet {
  /** The text since the link before, or since the start of the bullet. */
  before: string;
  name: string;
  address: string;
}

/** Returns the links of a bullet. */
function linksOf({ children }: Token): LinkOfBullet[] {
  const links: LinkOfBullet[] = [];
  let text: Token[] = [];
  let opened: { before: string; address: string } | undefined;
  for (const token of children ?? []) {
    if (token.type === "link_open") {
      opened = { before: cut(textOf(text), maxText), address: String(token.attrGet("href") ?? "").trim() };
      text = [];
    } else if (token.type === "link_close" && opened) {
      links.push({ ...opened, name: cut(textOf(text), maxText) });
      text = [];
    } else text.push(token);
  }
  return links;
}

/** Returns all text after the first link of a bullet. */
function noteOf({ children }: Token): string {
  const parts = children ?? [];
  const end = parts.findIndex(({ type }) => type === "link_close");
  return cut(textOf(parts.slice(end + 1)).replace(/^[-–—:\s]+/, ""), maxText);
}

/** Plain text without markup and without direction marks, which would affect adjacent text. */
const textOf = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ type }) => type === "text" || type === "code_inline" || type === "text_special" || type === "softbreak")
    .map(({ type, content }) => (type === "softbreak" ? " " : content))
    .join("")
    .replace(/[\p{Cf}\p{Cc}]/gu, (letter) => (letter === "\u200C" || letter === "\u200D" ? letter : ""))
    .replace(/\s+/g, " ")
    .trim();
