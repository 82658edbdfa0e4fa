import { isMainThread } from "node:worker_threads";
import markdownIt from "markdown-it";
import type { Token } from "markdown-it";
import { cut } from "./cut.ts";

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

interface Heading {
  name: string;
  /** The anchor of the heading, if the list defines one: `csharp` of C#. */
  anchor: string | undefined;
}

/** More than courses and categories keep. Links repeat their headings. */
const maxText = 1000;

const markdown = markdownIt({ html: true });

/**
 * Reads the links of a Markdown list: one per bullet, under headings. Skips the table of contents, which links within
 * the page.
 */
export function readList(text: string): ListedLink[] {
  const links: ListedLink[] = [];
  const headings: (Heading & { level: number })[] = [];
  const tokens = markdown.parse(text, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "inline") continue;
    const before = tokens[index - 1];
    if (before?.type === "heading_open") {
      const level = Number(before.tag.slice(1));
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, ...headingOf(token) });
    } else if (tokens[index - 2]?.type === "list_item_open") {
      const link = linkOf(token);
      if (!link || link.address.startsWith("#")) continue;
      const under = headings.map(({ name, anchor }) => ({ name, anchor }));
      links.push({ line: (token.map?.[0] ?? 0) + 1, ...link, headings: under });
    }
  }
  return links;
}

function headingOf({ children }: Token): Heading {
  const anchor = children?.map(({ type, content }) => (type === "html_inline" ? /\bid="([^"]+)"/.exec(content) : null));
  return { name: cut(textOf(children ?? []), maxText), anchor: anchor?.find(Boolean)?.[1] };
}

function linkOf({ children }: Token): Pick<ListedLink, "name" | "address" | "note"> | undefined {
  const parts = children ?? [];
  const [start, opening] = parts.entries().find(([, { type }]) => type === "link_open") ?? [];
  const end = parts.findIndex(({ type }) => type === "link_close");
  if (start === undefined || end < start) return undefined;
  return {
    name: cut(textOf(parts.slice(start + 1, end)), maxText),
    address: String(opening?.attrGet("href") ?? "").trim(),
    note: cut(textOf(parts.slice(end + 1)).replace(/^[-–—:\s]+/, ""), maxText),
  };
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
