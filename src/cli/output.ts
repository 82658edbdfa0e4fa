/** Where a command's words go: answers to stdout, notes and failures to stderr. */
export interface Output {
  /** Whether a program reads the answer. */
  json: boolean;
  /** The one answer of a command: a JSON document, or text for people. */
  answer(document: unknown, text: string): void;
  /** Something to know meanwhile; programs are not told. */
  note(line: string): void;
}

export const openOutput = (json: boolean): Output => ({
  json,
  answer: (document, text) =>
    process.stdout.write(json ? `${JSON.stringify(snakeCase(document), null, 2)}\n` : `${text}\n`),
  note(line) {
    if (!json) process.stderr.write(`${line}\n`);
  },
});

export const wireName = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Keys as on every wire; documents of commands hold no maps whose keys belong to somebody else. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [wireName(key), snakeCase(inner)]));
}
