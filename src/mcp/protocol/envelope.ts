import { pause } from "#lib/event-loop/pause.ts";
import { rawJson, type RawJson } from "#lib/json/raw-json.ts";

/**
 * Parts of a message that its parsed value lacks: its ID as the client wrote it, because a parsed number is rounded to
 * 53 bits, and a member that occurs twice, of which the parser keeps the last one.
 */
export interface Envelope {
  /** JSON text of the member `id`. */
  id: string | undefined;
  /** Name of a member that occurs twice. */
  repeated: string | undefined;
}

/** Members of a batch that get an error of their own. */
const maxEnvelopes = 100;

/** Characters. Responses are cached with their ID, and hosts send numbers or UUIDs. */
export const maxId = 1000;

/** Characters. Longer texts are scanned in slices, as they are parsed. */
const smallText = 64 * 1024;

/**
 * Returns the envelope of a message, or those of a batch. `text` is valid JSON, at least up to a limit. A promise for
 * long texts, whose scan lets the event loop turn.
 */
export function envelopesIn(text: string): Envelope[] | Promise<Envelope[]> {
  const steps = scan(text);
  if (text.length > smallText) return inSlices(steps);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

async function inSlices(steps: Scan<Envelope[]>): Promise<Envelope[]> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const turn = pause();
    if (turn) await turn;
  }
}

/** Yields after each slice. */
type Scan<Result> = Generator<undefined, Result>;

function* scan(text: string): Scan<Envelope[]> {
  const reader = new Reader(text);
  if (reader.next() !== "[") return reader.next() === "{" ? [yield* reader.readEnvelope()] : [];
  const envelopes: Envelope[] = [];
  reader.at++;
  while (reader.at < text.length && reader.next() !== "]" && envelopes.length <= maxEnvelopes) {
    if (reader.next() === "{") envelopes.push(yield* reader.readEnvelope());
    else yield* reader.skipValue();
    if (reader.next() === ",") reader.at++;
  }
  return envelopes.length > maxEnvelopes ? [] : envelopes;
}

/**
 * Returns the ID that a response repeats: a string or a number (JSON-RPC 2.0 §4), byte for byte. Undefined if the
 * message has none, or one that no response can repeat.
 */
export function idIn({ id, repeated }: Envelope): RawJson | undefined {
  if (id === undefined || repeated === "id" || id.length > maxLiteral) return undefined;
  if (!/^["\-\d]/.test(id)) return undefined;
  try {
    return rawJson(id);
  } catch {
    // Nothing has parsed the text behind a limit.
    return undefined;
  }
}

/** A character of a string has up to six in JSON, between two quotation marks. */
const maxLiteral = 6 * maxId + 2;

const space = /[ \t\n\r]*/y;
const structure = /["[\]{}]/g;
const literal = /[^\s,\]}]*/y;

/** Steps through JSON text without building its values. */
class Reader {
  readonly #text: string;
  at = 0;
  #tokens = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Skips spaces and returns the next character. */
  next(): string | undefined {
    this.#match(space);
    return this.#text[this.at];
  }

  *readEnvelope(): Scan<Envelope> {
    const seen = new Set<string>();
    const envelope: Envelope = { id: undefined, repeated: undefined };
    this.at++;
    while (this.next() === '"') {
      const nameStart = this.at;
      this.#skipString();
      const name = nameOf(this.#text.slice(nameStart, this.at));
      if (this.next() === ":") this.at++;
      this.next();
      const start = this.at;
      yield* this.skipValue();
      const value = name === "id" ? this.#text.slice(start, this.at) : undefined;
      if (seen.has(name)) envelope.repeated ??= name;
      // An object can have a million members, of which a message uses four.
      else if (seen.size < maxMembers) seen.add(name);
      envelope.id = value ?? envelope.id;
      if (this.next() === ",") this.at++;
    }
    this.at++;
    return envelope;
  }

  *skipValue(): Scan<void> {
    if (++this.#tokens % tokensPerSlice === 0) yield;
    const first = this.next();
    if (first === '"') {
      this.#skipString();
      return;
    }
    if (first !== "{" && first !== "[") {
      this.#match(literal);
      return;
    }
    let depth = 0;
    do {
      if (++this.#tokens % tokensPerSlice === 0) yield;
      structure.lastIndex = this.at;
      const found = structure.exec(this.#text);
      if (!found) {
        this.at = this.#text.length;
        return;
      }
      this.at = found.index;
      if (found[0] === '"') {
        this.#skipString();
        continue;
      }
      depth += found[0] === "{" || found[0] === "[" ? 1 : -1;
      this.at++;
    } while (depth > 0);
  }

  #skipString(): void {
    for (let end = this.at + 1; ;) {
      end = this.#text.indexOf('"', end);
      if (end < 0) return void (this.at = this.#text.length);
      let backslashes = 0;
      while (this.#text[end - 1 - backslashes] === "\\") backslashes++;
      end++;
      if (backslashes % 2 === 0) return void (this.at = end);
    }
  }

  #match(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    pattern.test(this.#text);
    this.at = pattern.lastIndex;
  }
}

const maxMembers = 100;
/** About a millisecond. */
const tokensPerSlice = 10_000;

/** A name can be written with escapes: `"\u0069d"` is `id`. */
function nameOf(json: string): string {
  if (json.length > maxLiteral || !json.includes("\\")) return json.slice(1, -1);
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
