type Wire = Record<string, unknown>;

/** Bytes of a result; beyond them it would only fill the reader's context. */
export const largest = 25_000;

export const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** From one to the next more is left out: letters of a text, items of a list. */
const caps = [
  [8000, 500],
  [4000, 200],
  [2000, 100],
  [1000, 50],
  [500, 25],
  [200, 10],
  [100, 4],
] as const;

const howToNarrow =
  "It was cut to keep this answer short: choose fields, a smaller limit or a narrower filter, or read one thing at a time.";

/** A result that says so where it was cut. Its `etag` goes: nothing that was cut may be sent back as a whole. */
export function shortened(value: Wire, alreadyCut: boolean): Wire {
  if (!alreadyCut && sizeOf(value) <= largest) return value;
  const note = { truncated: true, how_to_narrow: howToNarrow };
  let shown: Wire = value;
  for (const [letters, items] of caps) {
    if (sizeOf({ ...shown, ...note }) <= largest) break;
    shown = cut(value, letters, items) as Wire;
  }
  if (shown === value) return { ...shown, ...note };
  const { etag: _etag, ...rest } = shown;
  return { ...rest, ...note };
}

function cut(value: unknown, letters: number, items: number): unknown {
  if (typeof value === "string") return value.length > letters ? `${value.slice(0, letters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cut(item, letters, items));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part, letters, items)]));
}
