/**
 * Rows per requested row that a filtered page reads in list order, before it reads the matching rows only. A filter
 * that matches one row in four fills the page.
 */
const nearbyPerRow = 4;

const nearbyRows = (limit: number): number => nearbyPerRow * limit;

/** By how much the next round reads more rows. */
const growth = 4;

/** Rows of a round after which the planner chooses. */
const maxRows = 4096;

interface Reads<Row> {
  isNarrowed: boolean;
  limit: number;
  /** Reads all rows in list order. */
  inOrder: () => Promise<Row[]>;
  /** Reads the rows that match among the next `count` in list order. */
  nearby: (count: number) => Promise<Row[]>;
  /** For each filter with an index: reads the page from the rows that match it, if they are fewer than `count`. */
  finders: readonly ((count: number) => Promise<Row[] | undefined>)[];
  /** The same for all filters, by the index that the planner chooses. */
  find: ((count: number) => Promise<Row[] | undefined>) | undefined;
  /** Reads the rows that match by their IDs, if the request names them. */
  byIds: (() => Promise<Row[]>) | undefined;
  /** Reads the rows that match, by the index that the planner chooses. */
  matching: () => Promise<Row[]>;
}

/**
 * Reads a page with a number of rows that does not depend on planner statistics. The planner could not know without
 * statistics whether a filter is frequent, so that its rows are best found in list order, or rare, so that they are best
 * found by the index of the filter. So both are tried with a limit that grows, until one has the page: rounds read few
 * times the rows that the better way needs. Beyond some thousand rows, the planner decides.
 */
export async function readPage<Row>({ isNarrowed, limit, ...reads }: Reads<Row>): Promise<Row[]> {
  if (!isNarrowed) return reads.inOrder();
  if (reads.byIds) return reads.byIds();
  for (let count = nearbyRows(limit); count <= maxRows; count *= growth) {
    const nearby = await reads.nearby(count);
    if (nearby.length >= limit) return nearby;
    // The rows that the planner reads for a filter without an index grow with the number of rows to find.
    const finders = count === nearbyRows(limit) && reads.find ? [...reads.finders, reads.find] : reads.finders;
    for (const find of finders) {
      const page = await find(count);
      if (page) return page;
    }
  }
  return reads.matching();
}
