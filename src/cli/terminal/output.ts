import { toWire } from "#lib/wire/names.ts";

/** Output of a command: the answer to stdout, notes and errors to stderr. */
export interface Output {
  json: boolean;
  /** Prints the single answer of a command: a JSON document, or text. */
  answer(document: unknown, text: string): void;
  /** Prints progress information; omitted in JSON output. */
  note(line: string): void;
}

/** Replaces control characters, because names from an archive or another server must not control the terminal. */
export const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, "\u{FFFD}");

export const openOutput = (json: boolean): Output => ({
  json,
  answer: (document, text) =>
    process.stdout.write(json ? `${JSON.stringify(snakeCase(document), null, 2)}\n` : `${printable(text)}\n`),
  note(line) {
    if (!json) process.stderr.write(`${printable(line)}\n`);
  },
});

/** Converts keys to wire format. Documents of commands contain no maps with user-defined keys. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toWire(key), snakeCase(inner)]));
}
