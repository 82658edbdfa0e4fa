/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  page: { next_cursor: string | null; has_more: boolean };
}

/** Iterates over the items of all pages. Reads a page when its first item is needed. */
export async function* itemsOf<Item>(readPage: (cursor?: string) => Promise<Page<Item>>): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  do {
    const { data, page } = await readPage(cursor);
    yield* data;
    cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}
