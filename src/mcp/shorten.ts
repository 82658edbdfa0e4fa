type Wire = Record<string, unknown>;

/** Bytes of a result; beyond them it would only fill the reader's context. */
export const largest = 25_000;

export const isShort = (json: string): boolean => json.length * 3 <= largest || Buffer.byteLength(json) <= largest;

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

/** The JSON of a result, with a note where it was cut. Its `etag` goes: nothing that was cut may be sent back as a whole. */
export function shortened(value: Wire, alreadyCut: boolean): string {
  if (!alreadyCut) {
    const whole = JSON.stringify(value);
    if (isShort(whole)) return whole;
  }
  const note = { truncated: true, how_to_narrow: howToNarrow };
  const noted = JSON.stringify({ ...value, ...note });
  if (isShort(noted)) return noted;
  const { etag: _etag, ...rest } = value;
  let shown = noted;
  for (const [letters, items] of caps) {
    shown = JSON.stringify({ ...(cut(rest, letters, items) as Wire), ...note });
    if (isShort(shown)) break;
  }
  return shown;
}

function cut(value: unknown, letters: number, items: number): unknown {
  if (typeof value === "string") return value.length > letters ? `${value.slice(0, letters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cut(item, letters, items));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part, letters, items)]));
}
