import type * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";

/** A related resource that can be embedded on request: `expand=lecturers`. */
export interface Expansion<Item = never> {
  /** The scope required in addition to the scope of the operation. */
  scope: Scope;
  /** The schema of the related resource. The field holds one (or null), or a list if `many` is true. */
  item: z.ZodObject;
  many: boolean;
  /**
   * Loads the related resources of all items, in item order. The number of statements must not depend on the number of
   * items.
   */
  load: (context: Context, items: readonly Item[]) => Promise<readonly unknown[]>;
  /** Nested expansions: `expand=lecturers.member`. */
  within?: Expansions;
}

/** Keyed by the name of the added field. */
export type Expansions<Item = never> = Readonly<Record<string, Expansion<Item>>>;

interface Definition<Found> {
  scope: Scope;
  item: z.ZodObject;
  /** Finds the existing resources with these ids that the caller may see, serialized. */
  find: (context: Context, ids: readonly string[]) => Promise<readonly Found[]>;
  within?: Expansions;
}

/** Expands a reference to one resource; null if the item has none or the resource no longer exists. */
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

/** Expands a list of references, in the item's order. */
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

/** Expands the resources that belong to an item, in the order returned by the query for all items. */
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
  requested: readonly (string | null)[],
): Promise<Map<string, Found>> {
  const ids = [...new Set(requested.filter((id) => id !== null))];
  const found = ids.length === 0 ? [] : await find(context, ids);
  return new Map(found.map((item) => [item.id, item]));
}
