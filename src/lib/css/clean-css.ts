import { type CSSToken, type TokenAtKeyword, type TokenFunction, TokenType } from "@csstools/css-tokenizer";
import { itemAt } from "#lib/collections/item-at.ts";
import { endOfFunction, endOfRule, OpenBlocks } from "./css-blocks.ts";
import { functionKind, hasOnlyCheckableArguments } from "./css-functions.ts";
import { tokenizeCss, UnreadableCss } from "./tokenize-css.ts";

/** At-rules that only style. Others load style sheets or are not meant for authors. */
const allowedRules: ReadonlySet<string> = new Set([
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

/** Returns the replacement for a written address, or undefined to block it. */
export type ResolveAddress = (address: string) => string | undefined;

export interface CleanCss {
  css: string;
  /** The removed parts, in a form that the author recognizes. */
  removed: string[];
}

interface Block {
  /** Strings are addresses here. */
  stringsLoad: boolean;
  /** The nested functions are already checked as part of the outer one. */
  isChecked: boolean;
}

/**
 * Removes everything from a style sheet that loads an address rejected by `resolve` or could close the surrounding
 * HTML element. Parses the result again to verify it. Throws `UnreadableCss` for CSS that needs error recovery.
 */
export function cleanCss(text: string, resolve: ResolveAddress): CleanCss {
  const cleaned = rewrite(tokenizeCss(text), resolve);
  const isProved = rewrite(tokenizeCss(cleaned.css), resolve).removed.length === 0;
  if (!isProved || /<[!/?a-z]/i.test(cleaned.css)) throw new UnreadableCss("It can be read in more than one way.");
  return cleaned;
}

function rewrite(tokens: readonly CSSToken[], resolve: ResolveAddress): CleanCss {
  const removed: string[] = [];
  const open = new OpenBlocks<Block>();
  let css = "";

  for (let index = 0; index < tokens.length; index++) {
    const token = itemAt(tokens, index);
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- All other tokens stay as they are.
    switch (token[0]) {
      case TokenType.Comment:
        // `a/**/b` is neither `ab` nor `a b`.
        css += isSpace(tokens[index - 1]) || isSpace(tokens[index + 1]) ? "" : "/**/";
        break;
      case TokenType.CDO:
      case TokenType.CDC:
        css += " ";
        break;
      case TokenType.BadString:
      case TokenType.BadURL:
        throw new UnreadableCss("An unquoted address in url() must not contain quotes, brackets or spaces.");
      case TokenType.AtKeyword:
        if (allowedRules.has(nameOf(token))) css += escapeName(token[1]);
        else {
          removed.push(`@${nameOf(token)}`);
          index = endOfRule(tokens, index);
          if (!/(^|[\s;{}])$/.test(css)) css += " ";
        }
        break;
      case TokenType.URL:
        css += loaded(token[4].value) ?? none(index);
        break;
      case TokenType.String:
        css += open.detail?.stringsLoad ? loadedString(token[4].value) : serializeString(token[4].value);
        break;
      case TokenType.Function: {
        const name = nameOf(token);
        const kind = functionKind(name);
        const isChecked = open.detail?.isChecked === true;
        // Scan ahead, once, only for functions that are or may be removed as a whole.
        const end = kind === "plain" || (isChecked && kind !== "url") ? index : endOfFunction(tokens, index);
        const parameters = tokens.slice(index + 1, end);
        if (kind === "url") {
          index = end;
          css += loaded(onlyString(parameters)) ?? none(end);
        } else if (end === index || hasOnlyCheckableArguments(name, parameters)) {
          const stringsLoad = kind === "image" || (open.detail?.stringsLoad === true && name !== "type");
          open.follow(token, { stringsLoad, isChecked: end > index || isChecked });
          css += escapeName(token[1]);
        } else {
          removed.push(`${name.slice(0, 100)}()`);
          index = end;
          css += none(end);
        }
        break;
      }
      case TokenType.Delim:
        // In HTML, `<` could open a tag. Before a space or `=` it is a comparison: `(width <= 40rem)`.
        css += token[1] === "<" && !isSpace(tokens[index + 1]) && tokens[index + 1]?.[1] !== "=" ? "< " : token[1];
        break;
      default:
        open.follow(token, open.detail ?? { stringsLoad: false, isChecked: false });
        css += escapeName(token[1]);
    }
  }
  open.requireNone();
  return { css: css.trim(), removed };

  function loaded(address: string | undefined): string | undefined {
    const resolved = address === undefined ? undefined : resolve(address);
    if (resolved !== undefined) return `url(${serializeString(resolved)})`;
    removed.push(address?.slice(0, 200) ?? "url()");
    return undefined;
  }

  /** An empty string is no address: the declaration is invalid or shows no image. */
  function loadedString(address: string): string {
    const resolved = resolve(address);
    if (resolved === undefined && address !== "") removed.push(address.slice(0, 200));
    return serializeString(resolved ?? "");
  }

  /** Replaces a value that ends at `end` with `none`. It must not merge with the next token: `none-x(`. */
  function none(end: number): string {
    return /^([\s;,)\]}!]|$)/.test(tokens[end + 1]?.[1] ?? "") ? "none" : "none ";
  }
}

const nameOf = (token: TokenFunction | TokenAtKeyword): string => token[4].value.toLowerCase();

const isSpace = (token: CSSToken | undefined): boolean => token === undefined || token[0] === TokenType.Whitespace;

/** Returns the value of `url("…")`; undefined if it is computed or has modifiers. */
function onlyString(parameters: readonly CSSToken[]): string | undefined {
  const [first, ...more] = parameters.filter((token) => !isSpace(token) && token[0] !== TokenType.Comment);
  return first?.[0] === TokenType.String && more.length === 0 ? first[4].value : undefined;
}

/** Serializes a CSS string. In HTML, an end tag closes the style element even inside of a CSS string. */
const serializeString = (value: string): string =>
  `"${value.replace(/["\\<>\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;

/** Returns a name as written. In HTML, an escaped `<` could open a tag. */
const escapeName = (written: string): string => written.replaceAll("\\<", "\\3c ");
