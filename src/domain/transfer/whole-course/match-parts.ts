import { nameOfTitle, numberedName, numberOf, withoutNumber } from "./part-name.ts";

/** A section or lecture from a course folder. */
export interface IncomingItem {
  /** Name of its file or folder. */
  name: string;
  title: string;
  externalId: string | null;
  /** ID of the existing section that contains it. Set when lectures of several sections are matched together. */
  parentId?: string | undefined;
}

/** A section or lecture of the site, in order within its parent. */
export interface Existing {
  id: string;
  title: string;
  externalId: string | null;
  parentId?: string | undefined;
}

/**
 * Matches each incoming item to an existing item of the site, so that students keep their progress. Returns undefined
 * for new items. Matches in this order:
 * - external ID
 * - file name
 * - title in the same parent
 * - title anywhere in the course
 * - number in the file name
 *
 * Yields between the steps, so that the caller can let the event loop turn.
 */
export function* matchParts(
  incoming: readonly IncomingItem[],
  existing: readonly Existing[],
): Generator<undefined, (string | undefined)[]> {
  const titleNames = new Map([...incoming, ...existing].map(({ title }) => [title, nameOfTitle(title)]));
  yield;
  const names = namesOf(existing, titleNames);
  const requested = namesOf(incoming, titleNames);
  const matches = new Map<IncomingItem, string>();
  const taken = new Set<Existing>();

  /** Matches the items that have a key in common, each with the first one that is free. */
  const match = (
    keysOf: (one: IncomingItem) => readonly string[],
    existingKeysOf: (other: Existing) => readonly string[],
  ) => {
    const index = indexOf(existing, existingKeysOf);
    for (const one of incoming) {
      if (matches.has(one)) continue;
      const lists = keysOf(one).flatMap((key) => index.get(key) ?? []);
      const other = firstFree(one, lists, taken);
      if (!other) continue;
      matches.set(one, other.id);
      taken.add(other);
    }
  };

  const byExternalId = new Map(existing.toReversed().map((other) => [other.externalId, other]));
  for (const one of incoming) {
    const other = one.externalId === null ? undefined : byExternalId.get(one.externalId);
    if (!other || taken.has(other)) continue;
    matches.set(one, other.id);
    taken.add(other);
  }
  yield;
  const nameKey = (other: Existing) => [near(other, names.get(other) ?? "")];
  match((one) => [near(one, requested.get(one) ?? "")], nameKey);
  yield;
  match((one) => [near(one, one.name.normalize("NFC"))], nameKey);
  yield;
  // A title without usable characters has no name.
  const titleKeys = ({ title }: IncomingItem | Existing, ...others: readonly string[]): string[] => {
    const all = [titleNames.get(title) ?? "", ...others].filter((name) => name !== "");
    return [`title ${title}`, ...new Set(all.map((name) => `name ${name}`))];
  };
  const ownKeys = (one: IncomingItem) => titleKeys(one, withoutNumber(one.name));
  match(
    (one) => ownKeys(one).map((key) => near(one, key)),
    (other) => titleKeys(other).map((key) => near(other, key)),
  );
  yield;
  match(ownKeys, (other) => titleKeys(other));
  yield;
  match(
    (one) => [near(one, String(numberOf(one.name)))],
    (other) => [near(other, String(numberOf(names.get(other) ?? "")))],
  );
  return incoming.map((one) => matches.get(one));
}

/** A key that counts within the parent only. */
const near = ({ parentId }: { parentId?: string | undefined }, key: string): string => `${parentId}\n${key}`;

/** Existing items with a key, in order, separated by whether they have an external ID. */
type Candidates = Record<"identified" | "anonymous", Queue>;

interface Queue {
  items: { position: number; other: Existing }[];
  /** Index of the first item that may be free. */
  next: number;
}

function indexOf(
  existing: readonly Existing[],
  keysOf: (other: Existing) => readonly string[],
): Map<string, Candidates> {
  const index = new Map<string, Candidates>();
  for (const [position, other] of existing.entries()) {
    for (const key of keysOf(other)) {
      const candidates = candidatesAt(index, key);
      candidates[other.externalId === null ? "anonymous" : "identified"].items.push({ position, other });
    }
  }
  return index;
}

function candidatesAt(index: Map<string, Candidates>, key: string): Candidates {
  const known = index.get(key) ?? noCandidates();
  index.set(key, known);
  return known;
}

const noCandidates = (): Candidates => ({ identified: { items: [], next: 0 }, anonymous: { items: [], next: 0 } });

/** Items with different external IDs never match. */
function firstFree(
  { externalId }: IncomingItem,
  lists: readonly Candidates[],
  taken: ReadonlySet<Existing>,
): Existing | undefined {
  const queues = lists.flatMap(({ identified, anonymous }) =>
    externalId === null ? [identified, anonymous] : [anonymous],
  );
  let first: Queue["items"][number] | undefined;
  for (const queue of queues) {
    let item = queue.items[queue.next];
    while (item && taken.has(item.other)) item = queue.items[++queue.next];
    if (item && (!first || item.position < first.position)) first = item;
  }
  return first?.other;
}

/** Returns the file name that each item would have in an export. */
function namesOf<Part extends { title: string; parentId?: string | undefined }>(
  parts: readonly Part[],
  titleNames: ReadonlyMap<string, string>,
): Map<Part, string> {
  const names = new Map<Part, string>();
  for (const siblings of Map.groupBy(parts, ({ parentId }) => parentId).values()) {
    for (const [index, part] of siblings.entries()) {
      names.set(part, numberedName(titleNames.get(part.title) ?? "", index, siblings.length));
    }
  }
  return names;
}
