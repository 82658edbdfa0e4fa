import { type CssToken, cssTokens, UnreadableCss } from "./css-tokens.ts";

/** At-rules that style what is there; the others load or define what belongs to nobody here. */
const allowed: ReadonlySet<string> = new Set([
  "media",
  "supports",
  "container",
  "layer",
  "font-face",
  "keyframes",
  "-webkit-keyframes",
  "property",
  "counter-style",
  "starting-style",
  "page",
]);

/** Functions whose strings are addresses (CSS Images Level 4, CSS Values Level 5). */
const loading: ReadonlySet<string> = new Set([
  "image-set",
  "-webkit-image-set",
  "image",
  "src",
  "cross-fade",
  "-webkit-cross-fade",
]);

/** What was left out, as people would call it. */
export interface CleanCss {
  css: string;
  removed: string[];
}

/**
 * A style sheet that loads nothing but from addresses that are allowed and cannot end the element it stands in: without
 * `@import`, and without what else brings more than styles. Throws `UnreadableCss`, since what browsers have to guess
 * at cannot be checked.
 */
export function cleanCss(text: string, isAllowed: (address: string) => boolean): CleanCss {
  const tokens = cssTokens(text);
  const removed: string[] = [];
  const closers: string[] = [];
  // Such a function may have its address from a variable: then any string can be one.
  const loads = tokens.some((token) => token.kind === "function" && loading.has(token.value));
  let css = "";

  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    switch (token.kind) {
      case "at": {
        if (allowed.has(token.value)) css += token.text;
        else {
          removed.push(`@${token.value}`);
          index = endOfRule(tokens, index);
        }
        break;
      }
      case "url":
        if (isAllowed(token.value)) css += `url(${quoted(token.value)})`;
        else {
          removed.push(token.value.slice(0, 200));
          css += "none";
        }
        break;
      case "string": {
        const fine = !loads || isAllowed(token.value);
        if (!fine) removed.push(token.value.slice(0, 200));
        css += quoted(fine ? token.value : "");
        break;
      }
      case "function":
        closers.push(")");
        css += token.text;
        break;
      case "open":
        closers.push(pairs[token.text]!);
        css += token.text;
        break;
      case "close":
        if (closers.pop() !== token.text) throw new UnreadableCss(`A ${token.text} closes nothing.`);
        css += token.text;
        break;
      default:
        css += harmless(token, tokens[index + 1]);
    }
  }
  if (closers.length > 0) throw new UnreadableCss(`A ${closers.at(-1)!} is missing.`);
  if (/<[!/]/.test(css)) throw new UnreadableCss("The end of an element stands in it.");
  return { css: css.trim(), removed };
}

const pairs: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** The last token of the rule that begins here: its semicolon, or the end of its block. */
function endOfRule(tokens: readonly CssToken[], start: number): number {
  let depth = 0;
  for (let index = start + 1; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.kind === "function" || token.kind === "open") depth++;
    if (token.kind === "close") {
      // The block around the rule ends, and the rule with it.
      if (depth === 0) return index - 1;
      depth--;
      if (depth === 0 && token.text === "}") return index;
    }
    if (depth === 0 && token.kind === "other" && token.text === ";") return index;
  }
  return tokens.length;
}

/** Addresses at the origin itself, and pictures and fonts in the address. */
export const isOfOrigin =
  (origin: string) =>
  (address: string): boolean =>
    /^\s*data:(image|font)\//i.test(address) ||
    (URL.canParse(address, origin) && new URL(address, origin).origin === origin);

/** In HTML a style element ends wherever its end is written, in a string too. */
const quoted = (value: string): string =>
  `"${value.replace(/["\\<>\n\r\f]/g, (char) => `\\${char.codePointAt(0)!.toString(16)} `)}"`;

/** Outside of strings a `<` compares: `(width < 40rem)`. */
function harmless(token: CssToken & { text: string }, next: CssToken | undefined): string {
  if (token.text !== "<") return token.text;
  return next?.kind === "other" && /^[\s=\d.]/.test(next.text) ? "<" : "";
}
