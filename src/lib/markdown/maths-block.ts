import { itemAt } from "#lib/item-at.ts";

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
 * Recognizes a displayed formula between two lines of `$$`, or on one line between them. It becomes a fenced block of
 * the language `math`.
 */
export function mathsBlock(state: BlockState, begin: number, end: number, isSilent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice(itemAt(state.bMarks, line) + itemAt(state.tShift, line), state.eMarks[line]).trim();
  const isIndentedCode = itemAt(state.sCount, begin) - state.blkIndent >= 4;
  const first = lineAt(begin);
  if (isIndentedCode || !first.startsWith("$$") || first.startsWith("$$`")) return false;
  const [, single] = /^\$\$([^$]+)\$\$$/.exec(first) ?? [];
  if (single === undefined && first !== "$$") return false;
  let last = single === undefined ? begin + 1 : begin;
  if (single === undefined) {
    while (last < end && itemAt(state.sCount, last) >= state.blkIndent && lineAt(last) !== "$$") last++;
    // Without an end, it is text.
    if (last >= end || lineAt(last) !== "$$") return false;
  }
  if (isSilent) return true;
  const token = state.push("fence", "code", 0);
  token.info = "math";
  token.markup = "$$";
  token.content = single ?? state.getLines(begin + 1, last, state.blkIndent, true);
  token.map = [begin, last + 1];
  state.line = last + 1;
  return true;
}
