import { jsonOf } from "#lib/event-loop/stringify.ts";

/** Bytes of JSON that an event stores of its object, and again of its previous values. */
const maxObjectBytes = 256 * 1024;

type Fields = Record<string, unknown>;

/** Returns true if a text of this many characters can have more bytes than an event stores. */
export const mayExceed = (characters: number): boolean => characters * 3 > maxObjectBytes;

interface Sized {
  data: Fields;
  previousAttributes?: Fields | null | undefined;
}

/**
 * Limits the size of an event. The largest texts and lists of an object that is too large are left empty, so that it
 * still matches its schema, and named in `omitted_fields`. Previous values that do not fit are left out.
 */
export async function fitEvent<Event extends Sized>(event: Event): Promise<Event> {
  const { data, previousAttributes } = event;
  const { kept, removed } = await fit(data, empty);
  const previous = previousAttributes && (await fit(previousAttributes, () => undefined)).kept;
  return {
    ...event,
    data: removed.length === 0 ? data : { ...kept, omitted_fields: removed },
    previousAttributes: previous,
  };
}

/** The value of a field whose content is left out. */
function empty(value: unknown): unknown {
  if (typeof value === "string") return "";
  return Array.isArray(value) ? [] : value;
}

async function fit(fields: Fields, replace: (value: unknown) => unknown): Promise<{ kept: Fields; removed: string[] }> {
  const sizes: { name: string; bytes: number }[] = [];
  let total = 0;
  for (const [name, value] of Object.entries(fields)) {
    const bytes = value === undefined ? 0 : Buffer.byteLength(await jsonOf(value));
    sizes.push({ name, bytes });
    total += bytes;
  }
  const remaining = { ...fields };
  const removed: string[] = [];
  for (const { name, bytes } of sizes.toSorted((one, other) => other.bytes - one.bytes)) {
    if (total <= maxObjectBytes) break;
    const replacement = replace(fields[name]);
    if (replacement === fields[name]) continue;
    if (replacement === undefined) delete remaining[name];
    else remaining[name] = replacement;
    removed.push(name);
    total -= bytes;
  }
  return { kept: remaining, removed };
}
