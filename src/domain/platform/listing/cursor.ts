import { Problem } from "#domain/platform/problem.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";

/** The end of a page: the sort value, and the id as tie-breaker. */
export interface Position {
  value: string | number;
  id: string;
}

/**
 * Encodes an opaque cursor. It carries a digest of filters and order and is valid only for the same list. It is not
 * signed: a forged cursor only selects another page of data the caller may read.
 */
export const encodeCursor = ({ value, id }: Position, list: object): string =>
  Buffer.from(JSON.stringify([digestOf(list), value, id])).toString("base64url");

export function decodeCursor(cursor: string, list: object): Position {
  const [digest, value, id] = partsOf(cursor);
  const sound = (typeof value === "string" || typeof value === "number") && typeof id === "string" && isUuid(id);
  if (!sound) throw comesFromNoList();
  if (digest !== digestOf(list)) {
    throw new Problem(
      "invalid_cursor",
      "This cursor belongs to other filters or another sort order. Omit it to start from the first page.",
    );
  }
  return { value, id };
}

/**
 * Returns the page of rows that were found with one row more than the limit, and the cursor of the next page; null
 * after the last one.
 */
export function cursorPage<Row>(
  found: readonly Row[],
  limit: number,
  list: object,
  positionOf: (row: Row) => Position,
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > limit ? encodeCursor(positionOf(last), list) : null };
}

export const comesFromNoList = () =>
  new Problem("invalid_cursor", "This cursor was not issued by this list. Omit it to start from the first page.");

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const digestOf = (list: object): string => fingerprint(JSON.stringify(list), 8);
