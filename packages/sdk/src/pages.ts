/** A deleted resource. */
export interface Deleted {
  id?: string;
  deleted_at?: string;
}

/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  /** With `include_deleted`: resources that were deleted in the last 90 days. */
  deleted?: Deleted[];
  page: { next_cursor: string | null; has_more: boolean; total?: number };
}

type ReadPage<Item> = (cursor?: string) => Promise<Page<Item>>;

/** Iterates over the pages of a list, with their deleted rows. Reads a page when it is needed. */
export async function* pagesOf<Item>(readPage: ReadPage<Item>): AsyncGenerator<Page<Item>, void> {
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    yield page;
    cursor = page.page.has_more ? (page.page.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}

/** Iterates over the items of all pages. Reads a page when its first item is needed. */
export async function* itemsOf<Item>(readPage: ReadPage<Item>): AsyncGenerator<Item, void> {
  for await (const { data } of pagesOf(readPage)) yield* data;
}
