import { setImmediate as nextTurn } from "node:timers/promises";

/** Limits for JSON that is parsed in pieces. */
export interface JsonLimits {
  /** Objects, arrays, strings, numbers and literals, at all levels together. */
  values: number;
  depth: number;
  /** Fields of one object. Enumerating very many fields is slow and cannot be split. */
  fields: number;
  /** Characters of one string or number in the source. */
  tokenLength: number;
  /** Refuses an object with two fields of one name. */
  hasUniqueNames?: boolean;
}

const unlimited: JsonLimits = { values: Infinity, depth: Infinity, fields: Infinity, tokenLength: Infinity };

/** The JSON read so far is valid, but exceeds a limit. */
export class JsonLimitError extends Error {}

/** Invalid JSON; `position` is the index of the first character that is not expected. */
export class JsonSyntaxError extends SyntaxError {
  readonly position: number;
  constructor(position: number) {
    super(`Unexpected token at position ${position}`);
    this.position = position;
  }
}

/** A field name that can pollute the prototype of an object that copies it. */
export class ForbiddenKeyError extends Error {}

/** Two fields of an object have this name. */
export class RepeatedKeyError extends Error {
  readonly key: string;
  constructor(key: string) {
    super("Two fields of an object have the same name.");
    this.key = key;
  }
}

type Container = { array: unknown[] } | { object: Record<string, unknown>; key: string; fields: number };

/** Characters or values per turn of the event loop: about ten milliseconds each on a slow core. */
const charactersPerTurn = 128 * 1024;
const valuesPerTurn = 4096;

/** Characters that the window has from here on before spaces, and behind them. */
const [lookahead, longestLiteral] = [charactersPerTurn + 1, "false".length];

/** Characters of a window. Texts that are read keep theirs in memory, so it is several times the part read twice. */
const windowLength = 4 * charactersPerTurn;

/** Characters of a field name. The engine looks up and copies a long name in one piece. */
const maxNameLength = 64 * 1024;

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = new RegExp(`[ \\t\\n\\r]{0,${charactersPerTurn}}`, "y");
const isSpace = (text: string, at: number): boolean => " \t\n\r".includes(text[at] ?? "x");
// oxlint-disable-next-line no-control-regex -- JSON strings cannot contain control characters
const unusual = /[\\\u0000-\u001f]/;
const literals: Record<string, [text: string, value: unknown]> = {
  t: ["true", true],
  f: ["false", false],
  n: ["null", null],
};

/**
 * Parses JSON like `JSON.parse`, but yields to the event loop between pieces. A limit of 1 or 2 MiB would not replace it:
 * `JSON.parse` blocks for 33 ms on 1 MiB of empty lists, 62 ms on an object of 95,000 fields, 77 ms on lists that are
 * nested 1,000 levels deep, and for 77, 219 and 253 ms on 2 MiB of the same. `source` can be given in parts, so that a
 * large file never becomes one string: allocating it blocks the event loop too. Throws JsonSyntaxError, JsonLimitError,
 * ForbiddenKeyError (`__proto__`, or `constructor` with a `prototype`) or RepeatedKeyError.
 */
export async function parseLargeJson(source: string | readonly string[], limits = unlimited): Promise<unknown> {
  const stack: Container[] = [];
  const parts = (typeof source === "string" ? [source] : source).filter((part) => part !== "");
  /** The window of the source that is read at present: characters from index `passed`, before those of part `next`. */
  let text = "";
  let [passed, next] = [0, 0];
  /** Index in the window. */
  let at = 0;
  let values = 0;
  // Thrown at the end, because errors of the syntax come first.
  let hasForbiddenKey = false;
  let repeatedKey: string | undefined;
  let turnEndsAt = charactersPerTurn;
  let turnEndsWith = valuesPerTurn;
  const fail = () => new JsonSyntaxError(passed + at);

  /** Moves the window until it has so many characters from here, or the last ones. */
  const need = (characters: number) => {
    if (text.length - at >= characters || next >= parts.length) return;
    const enough = Math.max(characters, windowLength);
    text = text.slice(at);
    passed += at;
    at = 0;
    // Adding to an empty text copies nothing, so a source of one part stays as it is.
    for (; text.length < enough && next < parts.length; next++) text += parts[next] ?? "";
  };
  /** Adds as much to the window as it has from here. Returns false at the end of the source. */
  const extend = (): boolean => {
    const length = text.length - at;
    need(2 * length + 1);
    return text.length - at > length;
  };
  const skipSpace = () => {
    need(lookahead);
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
    need(longestLiteral);
    if (isSpace(text, at)) throw new JsonLimitError(`It has more than ${charactersPerTurn} spaces in a row.`);
  };
  const skip = (expected: string) => {
    skipSpace();
    if (text[at] !== expected) throw fail();
    at++;
  };
  const tooLong = () => new JsonLimitError(`A text or number in it has more than ${limits.tokenLength} characters.`);
  const tokenTo = (end: number) => {
    if (end - at > limits.tokenLength) throw tooLong();
    const token = text.slice(at, end);
    at = end;
    return token;
  };
  const readString = (): string => {
    /** Characters up to the closing quotation mark. */
    let length = 1;
    for (;;) {
      const end = text.indexOf('"', at + length);
      length = (end < 0 ? text.length : end) - at;
      if (end < 0) {
        if (length <= limits.tokenLength && extend()) continue;
        throw length > limits.tokenLength ? tooLong() : fail();
      }
      if (!isEscaped(text, end, at + 1)) break;
      length++;
      if (length > limits.tokenLength) break;
    }
    const start = passed + at;
    const token = tokenTo(at + length + 1);
    if (!unusual.test(token)) return token.slice(1, -1);
    // Escapes and control characters are rare, so the engine handles them.
    try {
      return String(JSON.parse(token));
    } catch {
      throw new JsonSyntaxError(start);
    }
  };
  const readKey = (): string => {
    skipSpace();
    if (text[at] !== '"') throw fail();
    const key = readString();
    if (key.length > maxNameLength)
      throw new JsonLimitError(`A field name in it has more than ${maxNameLength} characters.`);
    hasForbiddenKey ||= key === "__proto__";
    skip(":");
    return key;
  };
  const readScalar = (): unknown => {
    const first = text[at] ?? "";
    if (first === '"') return readString();
    const literal = literals[first];
    if (literal) {
      if (!text.startsWith(literal[0], at)) throw fail();
      at += literal[0].length;
      return literal[1];
    }
    do {
      number.lastIndex = at;
      if (!number.test(text)) throw fail();
      // Digits, a fraction or an exponent can continue behind the window.
    } while (text.length - number.lastIndex < "e+".length + 1 && text.length - at <= limits.tokenLength && extend());
    return Number(tokenTo(number.lastIndex));
  };
  const open = (container: Container) => {
    if (stack.length >= limits.depth) throw new JsonLimitError(`It is nested more than ${limits.depth} levels deep.`);
    stack.push(container);
  };
  /**
   * Adds a finished value to its parent and closes the containers that end after it. Returns whether the text is
   * complete.
   */
  const finish = (finished: unknown): boolean => {
    for (let value = finished; ;) {
      const container = stack.at(-1);
      if (!container) return true;
      if ("array" in container) container.array.push(value);
      else {
        hasForbiddenKey ||= container.key === "constructor" && hasPrototype(value);
        if (limits.hasUniqueNames && Object.hasOwn(container.object, container.key)) repeatedKey ??= container.key;
        container.object[container.key] = value;
      }
      skipSpace();
      const delimiter = text[at++];
      if (delimiter === ",") {
        if ("key" in container) {
          if (++container.fields > limits.fields)
            throw new JsonLimitError(`An object has more than ${limits.fields} fields.`);
          container.key = readKey();
        }
        return false;
      }
      if (delimiter !== ("array" in container ? "]" : "}")) throw ((at -= 1), fail());
      stack.pop();
      value = "array" in container ? container.array : container.object;
    }
  };

  need(lookahead);
  // Skip a byte order mark, as Fastify's parser does.
  if (text.charCodeAt(0) === 0xfeff) at++;
  let root: unknown;
  for (let isComplete = false; !isComplete;) {
    if (passed + at > turnEndsAt || values > turnEndsWith) {
      await nextTurn();
      turnEndsAt = passed + at + charactersPerTurn;
      turnEndsWith = values + valuesPerTurn;
    }
    if (++values > limits.values) throw new JsonLimitError(`It has more than ${limits.values} values.`);
    skipSpace();
    const first = text[at];
    if (first !== "[" && first !== "{") {
      const value = readScalar();
      if (stack.length === 0) root = value;
      isComplete = finish(value);
      continue;
    }
    at++;
    skipSpace();
    const value = first === "[" ? [] : {};
    if (stack.length === 0) root = value;
    if (text[at] === (first === "[" ? "]" : "}")) {
      at++;
      isComplete = finish(value);
    } else if (Array.isArray(value)) open({ array: value });
    else open({ object: value, key: readKey(), fields: 1 });
  }
  skipSpace();
  if (at < text.length) throw fail();
  if (hasForbiddenKey) throw new ForbiddenKeyError();
  if (repeatedKey !== undefined) throw new RepeatedKeyError(repeatedKey);
  return root;
}

const hasPrototype = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");

/** Returns whether an odd number of backslashes precedes a quotation mark. */
function isEscaped(text: string, quote: number, start: number): boolean {
  let first = quote;
  while (first > start && text[first - 1] === "\\") first--;
  return (quote - first) % 2 === 1;
}
