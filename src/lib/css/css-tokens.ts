/** A piece of a style sheet (CSS Syntax Module Level 3 §4), as far as it matters for what it may load. */
export type CssToken =
  /** With escapes resolved in `value`; `text` is what was written. A function's ends with its bracket. */
  | { kind: "ident" | "at" | "function"; text: string; value: string }
  | { kind: "string" | "url"; value: string }
  | { kind: "open" | "close" | "other"; text: string };

/** Thrown where a style sheet cannot be read in one way only. */
export class UnreadableCss extends Error {}

const nameStart = /[-_a-zA-Z\u0080-\u{10ffff}\\]/u;
const namePart = /[-_a-zA-Z0-9\u0080-\u{10ffff}\\]/u;
const space = /[ \t\n]/;

/** Comments are left out: a space stands in their place. */
export function cssTokens(css: string): CssToken[] {
  const text = css.replace(/\r\n?|\f/g, "\n").replaceAll("\0", "\uFFFD");
  const tokens: CssToken[] = [];
  let at = 0;

  while (at < text.length) {
    const char = text[at]!;
    if (text.startsWith("/*", at)) skipComment();
    else if (char === '"' || char === "'") tokens.push({ kind: "string", value: readString() });
    else if (char === "@" && nameStart.test(text[at + 1] ?? "")) {
      at++;
      const { raw, value } = readName();
      tokens.push({ kind: "at", text: `@${raw}`, value: value.toLowerCase() });
    } else if (char === "#" && namePart.test(text[at + 1] ?? "")) {
      at++;
      tokens.push({ kind: "other", text: `#${readName().raw}` });
    } else if (/[0-9]/.test(char)) readNumber();
    else if (nameStart.test(char)) readNamed();
    else if ("({[".includes(char)) push("open");
    else if (")}]".includes(char)) push("close");
    else push("other");
  }
  return tokens;

  function push(kind: "open" | "close" | "other"): void {
    tokens.push({ kind, text: text[at++]! });
  }

  function skipComment(): void {
    const end = text.indexOf("*/", at + 2);
    if (end < 0) throw new UnreadableCss("A comment does not end.");
    at = end + 2;
    tokens.push({ kind: "other", text: " " });
  }

  /** With its unit, which is a name: `2url(` opens a bracket after a number, `2%url(` loads something. */
  function readNumber(): void {
    const start = at;
    at += /^[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?/i.exec(text.slice(at, at + 100))![0].length;
    if (text[at] === "%") at++;
    else if (at < text.length && nameStart.test(charAt())) {
      const number = text.slice(start, at);
      return void tokens.push({ kind: "other", text: number + readName().raw });
    }
    tokens.push({ kind: "other", text: text.slice(start, at) });
  }

  function readNamed(): void {
    const { raw, value } = readName();
    if (text[at] !== "(") return void tokens.push({ kind: "ident", text: raw, value: value.toLowerCase() });
    at++;
    if (value.toLowerCase() === "url") return void tokens.push({ kind: "url", value: readUrl() });
    tokens.push({ kind: "function", text: `${raw}(`, value: value.toLowerCase() });
  }

  function readName(): { raw: string; value: string } {
    const start = at;
    let value = "";
    while (at < text.length && namePart.test(charAt())) {
      if (text[at] === "\\") value += readEscape();
      else {
        value += charAt();
        at += charAt().length;
      }
    }
    // In HTML a tag may begin there.
    return { raw: text.slice(start, at).replaceAll("\\<", "\\3c "), value };
  }

  function charAt(): string {
    return String.fromCodePoint(text.codePointAt(at)!);
  }

  function readEscape(): string {
    const hex = /^[0-9a-fA-F]{1,6}/.exec(text.slice(at + 1, at + 7))?.[0];
    if (hex === undefined) {
      at++;
      if (at >= text.length || text[at] === "\n") throw new UnreadableCss("A backslash stands before nothing.");
      const escaped = charAt();
      at += escaped.length;
      return escaped;
    }
    at += 1 + hex.length;
    if (at < text.length && space.test(text[at]!)) at++;
    const code = Number.parseInt(hex, 16);
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\uFFFD" : String.fromCodePoint(code);
  }

  function readString(): string {
    const quote = text[at++]!;
    let value = "";
    while (at < text.length && text[at] !== quote) {
      if (text[at] === "\n") throw new UnreadableCss("A string does not end on its line.");
      if (text.startsWith("\\\n", at)) at += 2;
      else if (text[at] === "\\") value += readEscape();
      else value += text[at++]!;
    }
    if (at >= text.length) throw new UnreadableCss("A string does not end.");
    at++;
    return value;
  }

  /** What stands in `url(…)`, in quotes or without. */
  function readUrl(): string {
    skipSpace();
    let value = "";
    if (text[at] === '"' || text[at] === "'") {
      value = readString();
      skipSpace();
    } else {
      while (at < text.length && text[at] !== ")" && !space.test(text[at]!)) {
        if (/["'(]/.test(text[at]!)) throw new UnreadableCss("An address in url() has a quote or bracket in it.");
        value += text[at] === "\\" ? readEscape() : text[at++]!;
      }
      skipSpace();
    }
    if (text[at] !== ")") throw new UnreadableCss("A url() does not end.");
    at++;
    return value;
  }

  function skipSpace(): void {
    while (at < text.length && space.test(text[at]!)) at++;
  }
}
