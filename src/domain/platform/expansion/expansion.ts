import type * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";

/** What can come with a thing when it is asked for: `expand=lecturers`. */
export interface Expansion<Item = never> {
  /** Needed besides that of the operation. */
  scope: Scope;
  /** What comes: one of these or none, or a list of them. */
  item: z.ZodObject;
  many: boolean;
  /** What belongs to each of the items, in their order, by a number of statements that does not depend on theirs. */
  load: (context: Context, items: readonly Item[]) => Promise<readonly unknown[]>;
  /** What can come with it in turn: `expand=lecturers.member`. */
  within?: Expansions;
}

/** By the name of the field that is added. */
export type Expansions<Item = never> = Readonly<Record<string, Expansion<Item>>>;

interface Definition<Found> {
  scope: Scope;
  item: z.ZodObject;
  /** Those of these ids that are there and that the caller may see, as they are answered. */
  find: (context: Context, ids: readonly string[]) => Promise<readonly Found[]>;
  within?: Expansions;
}

/** The thing that an item names, or null where it names none, or one that is not there any more. */
export const named = <Item, Found extends { id: string }>(
  { find, ...definition }: Definition<Found>,
  idOf: (item: Item) => string | null,
): Expansion<Item> => ({
  ...definition,
  many: false,
  async load(context, items) {
    const found = await findBy(context, find, items.map(idOf));
    return items.map((item) => found.get(idOf(item) ?? "") ?? null);
  },
});

/** The things that an item names, in its order. */
export const allNamed = <Item, Found extends { id: string }>(
  { find, ...definition }: Definition<Found>,
  idsOf: (item: Item) => readonly string[],
): Expansion<Item> => ({
  ...definition,
  many: true,
  async load(context, items) {
    const found = await findBy(context, find, items.flatMap(idsOf));
    return items.map((item) => idsOf(item).flatMap((id) => found.get(id) ?? []));
  },
});

/** What belongs to an item, in the order in which it is found by the ids of all of them. */
export const owned = <Item extends { id: string }, Found>(
  { find, ...definition }: Definition<Found>,
  ownerOf: (found: Found) => string,
): Expansion<Item> => ({
  ...definition,
  many: true,
  async load(context, items) {
    const found = await find(
      context,
      items.map(({ id }) => id),
    );
    const byOwner = Map.groupBy(found, ownerOf);
    return items.map(({ id }) => byOwner.get(id) ?? []);
  },
});

async function findBy<Found extends { id: string }>(
  context: Context,
  find: Definition<Found>["find"],
  wanted: readonly (string | null)[],
): Promise<Map<string, Found>> {
  const ids = [...new Set(wanted.filter((id) => id !== null))];
  const found = ids.length === 0 ? [] : await find(context, ids);
  return new Map(found.map((item) => [item.id, item]));
}
