/**
 * Rows per requested row that a filtered page reads in list order, before it reads the matching rows only. A filter
 * that matches one row in four fills the page.
 */
const nearbyPerRow = 4;

export const nearbyRows = (limit: number): number => nearbyPerRow * limit;

interface Reads<Row> {
  isNarrowed: boolean;
  /** The filter matches a few rows by their key. */
  isSelective: boolean;
  limit: number;
  /** Reads all rows in list order. */
  inOrder: () => Promise<Row[]>;
  /** Reads the rows that match among the next ones in list order. */
  nearby: () => Promise<Row[]>;
  /** Reads all rows that match and sorts them. */
  matching: () => Promise<Row[]>;
}

/**
 * Reads a page with a number of rows that does not depend on planner statistics. The planner could not know without
 * them whether a filter is frequent, so that its rows are best found in list order, or rare, so that they are best
 * found by the index of the filter.
 */
export async function readPage<Row>(reads: Reads<Row>): Promise<Row[]> {
  if (!reads.isNarrowed) return reads.inOrder();
  if (!reads.isSelective) {
    const rows = await reads.nearby();
    if (rows.length >= reads.limit) return rows;
  }
  return reads.matching();
}
