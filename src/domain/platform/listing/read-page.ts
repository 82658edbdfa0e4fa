/**
 * Rows per requested row that a filtered page reads in list order, before it reads the matching rows only. A filter
 * that matches one row in four fills the page.
 */
const nearbyPerRow = 4;

export const nearbyRows = (limit: number): number => nearbyPerRow * limit;

interface Reads<Row> {
  isNarrowed: boolean;
  /** The IDs of the rows, if the filter names them. */
  ids: readonly string[] | undefined;
  limit: number;
  /** Reads all rows in list order. */
  inOrder: () => Promise<Row[]>;
  /** Reads the rows that match among the next ones in list order. */
  nearby: () => Promise<Row[]>;
  /** Finds the IDs of up to this many rows that match, in any order. */
  find: (count: number) => Promise<string[]>;
  /** Reads rows by their ID, and sorts those that match. */
  byIds: (ids: readonly string[]) => Promise<Row[]>;
  /** Reads the rows that match, by the index that the planner chooses. */
  matching: () => Promise<Row[]>;
}

/**
 * Reads a page with a number of rows that does not depend on planner statistics, if the filter matches many rows or few.
 * The planner could not know without statistics whether a filter is frequent, so that its rows are best found in list
 * order, or rare, so that they are best found by the index of the filter. For filters between, it decides.
 */
export async function readPage<Row>({ isNarrowed, ids, limit, ...reads }: Reads<Row>): Promise<Row[]> {
  if (!isNarrowed) return reads.inOrder();
  if (ids) return reads.byIds(ids);
  const nearby = await reads.nearby();
  if (nearby.length >= limit) return nearby;
  const found = await reads.find(nearbyRows(limit));
  if (found.length === 0) return [];
  return found.length === nearbyRows(limit) ? reads.matching() : reads.byIds(found);
}
