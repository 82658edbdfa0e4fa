import assert from "node:assert/strict";
import { test } from "node:test";
import { type CSSToken, tokenize, TokenType } from "@csstools/css-tokenizer";
import fastCheck from "fast-check";
import { stylePolicyAt } from "#domain/site/appearance/clean-css.ts";
import { addressResolver } from "#lib/css/address-policy.ts";
import { cleanCss } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/tokenize-css.ts";
import { anyText } from "../support/data/any-text.ts";

const resolve = addressResolver(stylePolicyAt("https://school.example"));

const fragment = fastCheck.constantFrom(
  "url(",
  "URL(",
  "\\75 rl(",
  "u\\72l(",
  "src(",
  "image-set(",
  "-webkit-image-set(",
  "image(",
  "cross-fade(",
  "attr(",
  "var(",
  "--f(",
  "env(",
  "foo(",
  "type(",
  "calc(",
  "format(",
  "none",
  "-x(",
  "url",
  "\\",
  "u",
  "\\72 ",
  "//evil.example/x",
  "https://evil.example",
  "/old",
  "/files/a",
  "/files/a?b",
  "data:image/png,",
  "data:text/css,",
  '"//evil.example/x"',
  "'/files/a'",
  '"',
  "'",
  "\\22 ",
  "\\a ",
  "\\0",
  "\0",
  "\n",
  "\f",
  "\r",
  "@import ",
  "@\\69mport",
  "@media ",
  "@font-face",
  "@namespace",
  "@",
  "#",
  ".",
  "5",
  "5%",
  "e3",
  "-",
  "--x:",
  "/*",
  "*/",
  "/**/",
  "<!--",
  "-->",
  "</style>",
  "<",
  "\\<",
  "/",
  ">",
  "!",
  ";",
  ":",
  ",",
  " ",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "a{b:",
  "}",
  ")",
  "é",
  "\u2028",
  "\ud83d\ude00",
);
const hostile = fastCheck
  .array(fastCheck.oneof({ weight: 9, arbitrary: fragment }, anyText({ maxLength: 3 })), {
    maxLength: 25,
  })
  .map((parts) => parts.join(""));

/** Most random sheets do not parse: closes what the text opens, so that more of them do. */
const balanced = hostile.map((text) => `a{b:${text.replaceAll(/[()[\]{}"'\\]/g, "")}}c{d:url(//evil.example${text})}`);

/** Every URL that a browser could load, by tokens alone. */
function addressesIn(css: string): string[] {
  const tokens = tokenize({ css });
  const loaders = /^(url|src|image|(-webkit-)?image-set|(-webkit-)?cross-fade)$/i;
  return tokens.flatMap((token, index): string[] => {
    if (token[0] === TokenType.URL) return [token[4].value];
    if (token[0] === TokenType.BadURL || token[0] === TokenType.BadString) return [token[1]];
    if (token[0] === TokenType.AtKeyword && /^(import|namespace|charset|document)$/i.test(token[4].value))
      return [token[1]];
    return token[0] === TokenType.Function && loaders.test(token[4].value) ? stringsAfter(tokens, index) : [];
  });
}

function stringsAfter(tokens: readonly CSSToken[], start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let typed = -1;
  for (const token of tokens.slice(start)) {
    if (token[0] === TokenType.Function && token[4].value.toLowerCase() === "type") typed = depth;
    if (token[0] === TokenType.Function || token[0] === TokenType.OpenParen) depth++;
    if (token[0] === TokenType.CloseParen && --depth === typed) typed = -1;
    if (token[0] === TokenType.String && typed < 0 && token[4].value !== "") found.push(token[4].value);
    if (depth === 0) break;
  }
  return found;
}

const tight = (css: string): string => css.replaceAll(/\/\*\*\/|\s/g, "");

for (const [name, texts] of Object.entries({ "random pieces": hostile, "balanced pieces": balanced })) {
  void test(`Cleaned CSS of ${name} loads nothing but files and data: images, and is idempotent`, () => {
    let parsed = 0;
    fastCheck.assert(
      fastCheck.property(texts, (text) => {
        let cleaned: string;
        try {
          cleaned = cleanCss(text, resolve).css;
        } catch (error) {
          assert.ok(error instanceof UnreadableCss, String(error));
          return;
        }
        parsed++;
        for (const address of addressesIn(cleaned)) assert.equal(resolve(address), address, cleaned);
        assert.doesNotMatch(cleaned, /<[!/?a-z]/i);
        const again = cleanCss(cleaned, resolve);
        assert.deepEqual([tight(again.css), again.removed], [tight(cleaned), []]);
      }),
      { numRuns: 4000 },
    );
    assert.ok(parsed > 200, `Only ${parsed} texts could be parsed.`);
  });
}
