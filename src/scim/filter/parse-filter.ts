import { type AttributePath, type Filter, type Operator, operators, type Value } from "./filter.ts";
import { invalidFilter, type Token, tokensOf } from "./tokens.ts";

/** Brackets within brackets. */
const maxDepth = 10;
const maxComparisons = 50;

/** Parses a filter (RFC 7644, figure 1). Names and operators are case-insensitive. Throws `invalidFilter`. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(tokensOf(text), text.length);
  const filter = parser.filter(0);
  parser.requireEnd();
  return filter;
}

/** Parses the path of an attribute: `urn:…:User:name.givenName`. Undefined if it is malformed. */
export function parseAttributePath(text: string): AttributePath | undefined {
  const colon = text.lastIndexOf(":");
  const schema = colon === -1 ? undefined : text.slice(0, colon).toLowerCase();
  const [name = "", sub, ...rest] = text
    .slice(colon + 1)
    .toLowerCase()
    .split(".");
  const isWellFormed = rest.length === 0 && isName(name) && (sub === undefined || isName(sub));
  return isWellFormed && (schema === undefined || schema.startsWith("urn:")) ? { schema, name, sub } : undefined;
}

const isName = (text: string): boolean => /^[a-z$][a-z0-9_$-]*$/.test(text);

class Parser {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #next = 0;
  #comparisons = 0;

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  filter(depth: number): Filter {
    if (depth > maxDepth) throw invalidFilter(`A filter has at most ${maxDepth} brackets within each other.`);
    return this.#joined("or", () => this.#joined("and", () => this.#term(depth)));
  }

  requireEnd(): void {
    if (this.#peek()) throw this.#unexpected();
  }

  #joined(kind: "and" | "or", read: () => Filter): Filter {
    const first = read();
    const parts = [first];
    while (this.#takeWord(kind)) parts.push(read());
    return parts.length === 1 ? first : { kind, parts };
  }

  #term(depth: number): Filter {
    if (this.#takeMark("(")) return this.#grouped(depth);
    const isNegated = this.#isWord("not") && this.#isMark("(", 1);
    if (isNegated) {
      this.#next += 2;
      return { kind: "not", part: this.#grouped(depth) };
    }
    const path = this.#path();
    if (this.#takeMark("[")) {
      const filter = this.filter(depth + 1);
      this.#requireMark("]");
      return { kind: "element", path, filter };
    }
    if (++this.#comparisons > maxComparisons)
      throw invalidFilter(`A filter has at most ${maxComparisons} comparisons.`);
    if (this.#takeWord("pr")) return { kind: "present", path };
    return { kind: "compare", path, operator: this.#operator(), value: this.#value() };
  }

  #grouped(depth: number): Filter {
    const filter = this.filter(depth + 1);
    this.#requireMark(")");
    return filter;
  }

  #path(): AttributePath {
    const token = this.#peek();
    const path = token?.kind === "word" ? parseAttributePath(token.text) : undefined;
    if (!path) throw this.#unexpected();
    this.#next++;
    return path;
  }

  #operator(): Operator {
    const token = this.#peek();
    const found = token?.kind === "word" ? operators.find((name) => name === token.text.toLowerCase()) : undefined;
    if (!found) throw this.#unexpected();
    this.#next++;
    return found;
  }

  #value(): Value {
    const token = this.#peek();
    const value = token && valueOf(token);
    if (value === undefined) throw this.#unexpected();
    this.#next++;
    return value;
  }

  #peek = (ahead = 0): Token | undefined => this.#tokens[this.#next + ahead];

  #isWord(text: string): boolean {
    const token = this.#peek();
    return token?.kind === "word" && token.text.toLowerCase() === text;
  }

  #takeWord(text: string): boolean {
    const isNext = this.#isWord(text);
    if (isNext) this.#next++;
    return isNext;
  }

  #isMark(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead);
    return token?.kind === "mark" && token.text === text;
  }

  #takeMark(text: string): boolean {
    const isNext = this.#isMark(text);
    if (isNext) this.#next++;
    return isNext;
  }

  #requireMark(text: string): void {
    if (!this.#takeMark(text)) throw this.#unexpected();
  }

  #unexpected() {
    const at = this.#peek()?.at ?? this.#length;
    return invalidFilter(
      `The filter cannot be read from character ${at + 1} on. Example: userName eq "ana@school.example"`,
    );
  }
}

function valueOf(token: Token): Value | undefined {
  if (token.kind === "text" || token.kind === "number") return token.value;
  if (token.kind !== "word") return undefined;
  return { true: true, false: false, null: null }[token.text.toLowerCase()];
}
