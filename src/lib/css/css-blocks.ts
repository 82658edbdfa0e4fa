import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { UnreadableCss } from "./tokenize-css.ts";

/** Nothing needs deeper nesting. */
const maxDepth = 32;

const closers: Partial<Record<TokenType, TokenType>> = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
};
const closing: ReadonlySet<TokenType> = new Set(Object.values(closers));

/** Stack of open brackets. Throws `UnreadableCss` on a mismatch, because browsers recover from it in different ways. */
export class OpenBlocks<Detail> {
  readonly #open: { closer: TokenType; detail: Detail }[] = [];

  get depth(): number {
    return this.#open.length;
  }

  /** Detail of the innermost block. */
  get detail(): Detail | undefined {
    return this.#open.at(-1)?.detail;
  }

  /** Processes one token; `detail` is stored with the block that it opens. */
  follow([type, text]: CSSToken, detail: Detail): void {
    const closer = closers[type];
    if (closer !== undefined) {
      if (this.#open.length >= maxDepth) throw new UnreadableCss(`More than ${maxDepth} nested blocks.`);
      this.#open.push({ closer, detail });
    } else if (closing.has(type) && this.#open.pop()?.closer !== type) {
      throw new UnreadableCss(`Unexpected "${text}".`);
    }
  }

  requireNone(): void {
    if (this.#open.length > 0) throw new UnreadableCss("A closing bracket is missing.");
  }
}

/** Returns the index of the token that closes the function at `start`. */
export function endOfFunction(tokens: readonly CSSToken[], start: number): number {
  const open = new OpenBlocks<undefined>();
  for (const [index, token] of tokens.entries().drop(start)) {
    open.follow(token, undefined);
    if (open.depth === 0) return index;
  }
  throw new UnreadableCss("A closing bracket is missing.");
}

/** Returns the index of the last token of the at-rule at `start`: its semicolon, or the end of its block (§5.5.2). */
export function endOfRule(tokens: readonly CSSToken[], start: number): number {
  const open = new OpenBlocks<undefined>();
  for (const [index, token] of tokens.entries().drop(start + 1)) {
    // The end of the surrounding block.
    if (open.depth === 0 && token[0] === TokenType.CloseCurly) return index - 1;
    open.follow(token, undefined);
    const isEnd = token[0] === TokenType.Semicolon || token[0] === TokenType.CloseCurly;
    if (open.depth === 0 && isEnd) return index;
  }
  return tokens.length;
}
