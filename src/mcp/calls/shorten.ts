import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { isVersion } from "../definition/tool.ts";

type Wire = Record<string, unknown>;

/** Maximum size of a result in bytes. Longer results fill the reader's context. */
export const maxResultBytes = 25_000;

export const isShort = (json: string): boolean =>
  json.length * 3 <= maxResultBytes || Buffer.byteLength(json) <= maxResultBytes;

/** Truncation steps, each stricter than the last: maximum characters per string, maximum items per list. */
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
  "The result was truncated to limit its size. Use fields, a smaller limit or a narrower filter, or read one item at a time.";

/**
 * Serializes a result, with a note if it was truncated. Drops `etag` and `version` from a truncated result, because it
 * must not be sent back as a replacement.
 */
export function shortened(value: Wire, alreadyCut: boolean): string {
  if (!alreadyCut) {
    const whole = JSON.stringify(value);
    if (isShort(whole)) return whole;
  }
  const note = { truncated: true, how_to_narrow: howToNarrow };
  const noted = JSON.stringify({ ...value, ...note });
  if (isShort(noted)) return noted;
  const rest = withoutVersion(value);
  let text = noted;
  for (const [letters, items] of caps) {
    text = JSON.stringify({ ...asRecord(cut(rest, letters, items)), ...note });
    if (isShort(text)) break;
  }
  return text;
}

/** Also drops the version of a result that a dry run returns in `would`. */
function withoutVersion(value: Wire): Wire {
  const kept = Object.entries(value).filter(([name]) => !isVersion(name));
  return Object.fromEntries(
    kept.map(([name, part]) => [name, name === "would" && isRecord(part) ? withoutVersion(part) : part]),
  );
}

function cut(value: unknown, letters: number, items: number): unknown {
  if (typeof value === "string") return value.length > letters ? `${value.slice(0, letters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cut(item, letters, items));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part, letters, items)]));
}
