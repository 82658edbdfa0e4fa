import { LimitExceeded, markdownLimits } from "./limits.ts";

/** Fields of a markdown-it token that the limits use. */
interface Token {
  type: string;
  nesting: number;
  level: number;
  children?: readonly Token[] | null;
}

/** Runs between the block and the inline phase, so that a large table is rejected before its cells are parsed. */
export function checkBlocks(tokens: readonly Token[]): void {
  let cells = 0;
  for (const { type, nesting, level } of tokens) {
    if (nesting === 1 && (type === "td_open" || type === "th_open")) cells++;
    if (level > markdownLimits.nesting) throw new LimitExceeded("too_deeply_nested");
  }
  if (cells > markdownLimits.tableCells) throw new LimitExceeded("too_many_table_cells");
  // An element has two or three tokens: open, content, close.
  if (tokens.length > 3 * markdownLimits.elements) throw new LimitExceeded("too_many_elements");
}

/** Runs after the inline phase. */
export function checkInline(tokens: readonly Token[]): void {
  let links = 0;
  let elements = 0;
  for (const { children } of tokens) {
    elements++;
    for (const { type, level } of children ?? []) {
      elements++;
      if (type === "link_open" || type === "image") links++;
      if (level > markdownLimits.nesting) throw new LimitExceeded("too_deeply_nested");
    }
  }
  if (links > markdownLimits.links) throw new LimitExceeded("too_many_links");
  if (elements > 4 * markdownLimits.elements) throw new LimitExceeded("too_many_elements");
}
