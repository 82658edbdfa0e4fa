/** Yields pages until none is left. `read`: returns the rows after the last one of the page before it. */
export async function* pagesAfter<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const page = await read(last);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}
