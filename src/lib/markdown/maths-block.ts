import { itemAt } from "#lib/collections/item-at.ts";

/** The parts of the block state of markdown-it that the rule uses. */
interface BlockState {
  src: string;
  bMarks: number[];
  tShift: number[];
  eMarks: number[];
  sCount: number[];
  blkIndent: number;
  line: number;
  getLines: (begin: number, end: number, indent: number, keepLastLF: boolean) => string;
  push: (
    type: string,
    tag: string,
    nesting: 0,
  ) => { content: string; info: string; markup: string; map: [number, number] | null };
}

/**
 * Recognizes a displayed formula between two marks `$$`, each alone on its line or on a line of the formula. It becomes a fenced block of
 * the language `math`.
 */
export function mathsBlock(state: BlockState, begin: number, end: number, isSilent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice(itemAt(state.bMarks, line) + itemAt(state.tShift, line), state.eMarks[line]).trim();
  /** Finds the line that ends with `$$`. A formula that begins on the line of its mark has no empty line. */
  const endOf = (isParagraph: boolean): number | undefined => {
    for (let line = begin + 1; line < end && itemAt(state.sCount, line) >= state.blkIndent; line++) {
      const text = lineAt(line);
      if (/^[^$]*\$\$$/.test(text)) return line;
      if (isParagraph && (text === "" || text.includes("$"))) return undefined;
    }
    return undefined;
  };
  const isIndentedCode = itemAt(state.sCount, begin) - state.blkIndent >= 4;
  const first = lineAt(begin);
  if (isIndentedCode || !first.startsWith("$$") || first.startsWith("$$`")) return false;
  const [, single] = /^\$\$([^$]+)\$\$$/.exec(first) ?? [];
  const opening = first.slice(2);
  if (single === undefined && opening.includes("$")) return false;
  let last = begin;
  let closing = "";
  if (single === undefined) {
    // Without an end, it is text.
    const found = endOf(opening !== "");
    if (found === undefined) return false;
    last = found;
    closing = lineAt(last).slice(0, -2);
  }
  if (isSilent) return true;
  const token = state.push("fence", "code", 0);
  token.info = "math";
  token.markup = "$$";
  token.content = single ?? `${opening}\n${state.getLines(begin + 1, last, state.blkIndent, true)}${closing}`;
  token.map = [begin, last + 1];
  state.line = last + 1;
  return true;
}
