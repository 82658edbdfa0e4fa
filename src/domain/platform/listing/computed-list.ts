import * as z from "zod";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { comesFromNoList, cursorPage, decodeCursor } from "./cursor.ts";

/** Query parameters of a list that is computed as a whole and returned in pages. */
export const computedListInput = (defaultLimit: number) => ({
  limit: z.number().int().min(1).max(200).default(defaultLimit),
  cursor: z.string().max(1000).optional(),
});

/** Returns a page of all items, which are in the order of their keys. `list` names the list and its filters. */
export function pageOfComputed<Item>(
  items: readonly Item[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  list: object,
  keyOf: (item: Item, index: number) => number,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, list).value;
  if (after !== undefined && typeof after !== "number") throw comesFromNoList();
  const keyed = items
    .map((item, index) => ({ item, key: keyOf(item, index) }))
    .filter(({ key }) => after === undefined || key > after);
  // Cursors have an ID. The rows of such a list have none.
  const { rows, nextCursor } = cursorPage(keyed, limit, list, ({ key }) => ({ value: key, id: nilUuid }));
  return { data: rows.map(({ item }) => item), page: { nextCursor, hasMore: nextCursor !== null } };
}
