import { nameOfTitle, numberOf, partName, withoutNumber } from "./part-name.ts";

/** A part as a folder tells of it. */
export interface Told {
  /** What its file or folder is called. */
  name: string;
  title: string;
  externalId: string | null;
  /** What it belongs to, where parts of several are matched at once: the id of a section that is there. */
  parentId?: string | undefined;
}

/** A part as the site has it, in its order within its parent. */
export interface Held {
  id: string;
  title: string;
  externalId: string | null;
  parentId?: string | undefined;
}

/**
 * Finds for each part of a folder the one of the site that it is, so that it keeps its students' progress: by its
 * external id, else by the name of its file, else by its title wherever it stands, else by its place. Undefined for
 * what is new.
 */
export function matchParts(incoming: readonly Told[], held: readonly Held[]): (string | undefined)[] {
  const names = namesOf(held);
  const wanted = namesOf(incoming);
  const found = new Map<Told, string>();
  const free = new Set(held);

  const match = (isSame: (one: Told, other: Held) => boolean): void => {
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
  const isNear = (one: Told, other: Held): boolean => one.parentId === other.parentId;
  // Another external id is another part, whatever it is called.
  const mayBe = (one: Told, other: Held): boolean => one.externalId === null || other.externalId === null;

  match((one, { externalId }) => one.externalId !== null && one.externalId === externalId);
  match((one, other) => mayBe(one, other) && isNear(one, other) && wanted.get(one) === names.get(other));
  match((one, other) => mayBe(one, other) && isNear(one, other) && one.name.normalize("NFC") === names.get(other));
  match((one, other) => mayBe(one, other) && isNear(one, other) && isCalledAlike(one, other));
  match((one, other) => mayBe(one, other) && isCalledAlike(one, other));
  match((one, other) => mayBe(one, other) && isNear(one, other) && numberOf(one.name) === numberOf(names.get(other)!));
  return incoming.map((one) => found.get(one));
}

/** What each would be called in a folder. */
function namesOf<Part extends { title: string; parentId?: string | undefined }>(
  parts: readonly Part[],
): Map<Part, string> {
  const names = new Map<Part, string>();
  for (const siblings of Map.groupBy(parts, ({ parentId }) => parentId).values()) {
    for (const [index, part] of siblings.entries()) names.set(part, partName(part.title, index, siblings.length));
  }
  return names;
}

function isCalledAlike(one: Told, { title }: Held): boolean {
  const name = nameOfTitle(title);
  return one.title === title || (name !== "" && (nameOfTitle(one.title) === name || withoutNumber(one.name) === name));
}
