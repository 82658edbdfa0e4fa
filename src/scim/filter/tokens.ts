import { badRequest, type ScimError } from "../responses/scim-error.ts";

const maxFilterLength = 4000;

export type Token =
  | { kind: "mark"; text: "(" | ")" | "[" | "]"; at: number; end: number }
  | { kind: "text"; value: string; at: number; end: number }
  | { kind: "number"; value: number; at: number; end: number }
  | { kind: "word"; text: string; at: number; end: number };

const space = / +/y;
/** Attribute paths and operators. A path may begin with a URN, whose version has a point. */
const word = /[A-Za-z$][A-Za-z0-9_$.:-]*/y;
const number = /-?\d{1,15}(?:\.\d{1,15})?/y;
const jsonString = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;

/** Splits a filter into tokens. Throws `invalidFilter`. */
export function tokensOf(filter: string): Token[] {
  if (filter.length > maxFilterLength) throw invalidFilter(`A filter has at most ${maxFilterLength} characters.`);
  const tokens: Token[] = [];
  for (let at = 0; at < filter.length;) {
    const token = tokenAt(filter, at);
    if (!token) {
      at = endOf(space, filter, at) ?? refuse(filter, at);
      continue;
    }
    // `12pr` is neither a number nor a word.
    const last = tokens.at(-1);
    if (last?.end === at && last.kind !== "mark" && token.kind !== "mark") refuse(filter, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(filter: string, at: number): Token | undefined {
  const mark = filter.charAt(at);
  if (mark === "(" || mark === ")" || mark === "[" || mark === "]")
    return { kind: "mark", text: mark, at, end: at + 1 };
  const afterText = endOf(jsonString, filter, at);
  if (afterText !== undefined) {
    return { kind: "text", value: String(JSON.parse(filter.slice(at, afterText))), at, end: afterText };
  }
  const afterWord = endOf(word, filter, at);
  if (afterWord !== undefined) return { kind: "word", text: filter.slice(at, afterWord), at, end: afterWord };
  const afterNumber = endOf(number, filter, at);
  if (afterNumber === undefined) return undefined;
  return { kind: "number", value: Number(filter.slice(at, afterNumber)), at, end: afterNumber };
}

function endOf(pattern: RegExp, input: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(input) ? pattern.lastIndex : undefined;
}

function refuse(filter: string, at: number): never {
  throw invalidFilter(`Unexpected text in the filter at character ${at + 1}: ${filter.slice(at, at + 20)}`);
}

export const invalidFilter = (message: string): ScimError => badRequest("invalidFilter", message);
