import { type CSSToken, tokenize, TokenType } from "@csstools/css-tokenizer";

/** Thrown for CSS with parse errors: error recovery differs between browsers, so the result cannot be checked. */
export class UnreadableCss extends Error {}

/** Tokenizes CSS (CSS Syntax Module Level 3 §4). Throws `UnreadableCss` on the first parse error. */
export function tokenizeCss(css: string): CSSToken[] {
  // §3.3, input preprocessing.
  const text = css.replace(/\r\n?|\f/g, "\n").replaceAll("\0", "\uFFFD");
  const tokens = tokenize(
    { css: text },
    {
      onParseError: ({ message }) => {
        throw new UnreadableCss(message);
      },
    },
  );
  return tokens.filter(([type]) => type !== TokenType.EOF);
}
