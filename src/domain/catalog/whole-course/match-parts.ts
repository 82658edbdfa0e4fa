import { nameOfTitle, numberOf, partName, withoutNumber } from "./part-name.ts";

/** A section or lecture from a course folder. */
export interface IncomingItem {
  /** Name of its file or folder. */
  name: string;
  title: string;
  externalId: string | null;
  /** ID of the existing section that contains it. Set when lectures of several sections are matched at once. */
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
 */
export function matchParts(incoming: readonly IncomingItem[], existing: readonly Existing[]): (string | undefined)[] {
  const names = namesOf(existing);
  const requested = namesOf(incoming);
  const found = new Map<IncomingItem, string>();
  const free = new Set(existing);

  const match = (isSame: (one: IncomingItem, other: Existing) => boolean): void => {
    for (const one of incoming) {
      if (found.has(one)) continue;
      for (const other of free) {
        if (!isSame(one, other)) continue;
        found.set(one, other.id);
        free.delete(other);
        break;
      }
    }
  };
  const isNear = (one: IncomingItem, other: Existing): boolean => one.parentId === other.parentId;
  // Items with different external IDs never match.
  const mayBe = (one: IncomingItem, other: Existing): boolean => one.externalId === null || other.externalId === null;

  match((one, { externalId }) => one.externalId !== null && one.externalId === externalId);
  match((one, other) => mayBe(one, other) && isNear(one, other) && requested.get(one) === names.get(other));
  match((one, other) => mayBe(one, other) && isNear(one, other) && one.name.normalize("NFC") === names.get(other));
  match((one, other) => mayBe(one, other) && isNear(one, other) && hasSameTitle(one, other));
  match((one, other) => mayBe(one, other) && hasSameTitle(one, other));
  match(
    (one, other) => mayBe(one, other) && isNear(one, other) && numberOf(one.name) === numberOf(names.get(other) ?? ""),
  );
  return incoming.map((one) => found.get(one));
}

/** Returns the file name that each item would have in an export. */
function namesOf<Part extends { title: string; parentId?: string | undefined }>(
  parts: readonly Part[],
): Map<Part, string> {
  const names = new Map<Part, string>();
  for (const siblings of Map.groupBy(parts, ({ parentId }) => parentId).values()) {
    for (const [index, part] of siblings.entries()) names.set(part, partName(part.title, index, siblings.length));
  }
  return names;
}

function hasSameTitle(one: IncomingItem, { title }: Existing): boolean {
  const name = nameOfTitle(title);
  return one.title === title || (name !== "" && (nameOfTitle(one.title) === name || withoutNumber(one.name) === name));
}
