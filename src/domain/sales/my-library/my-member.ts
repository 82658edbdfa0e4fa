import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Returns the ID of the member that the caller is or acts for. */
export function ownId({ caller }: Context): string {
  const memberId = memberOf(caller);
  if (memberId !== null) return memberId;
  throw new Problem("role_required", "This resource belongs to a member. Use an access token of that member.");
}

interface TimePosition {
  at: Date;
  id: string;
}

/** Returns a cursor for a list sorted by time. */
export const cursorAfter = ({ at, id }: TimePosition, list: object): string =>
  encodeCursor({ value: at.getTime(), id }, list);

export function positionAfter(cursor: string | undefined, list: object): TimePosition | undefined {
  if (cursor === undefined) return undefined;
  const { value, id } = decodeCursor(cursor, list);
  const milliseconds = Number(value);
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds < 1e14) {
    return { at: new Date(milliseconds), id };
  }
  throw new Problem("invalid_cursor", "The cursor is invalid. Omit it to start from the beginning.");
}

/** Builds a page from rows that were read with one row more than the limit. */
export function rowsPage<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  { show, cursorOf }: { show: (row: Row) => Shown; cursorOf: (row: Row) => string },
) {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const hasMore = rows.length > limit;
  return { data: pageRows.map(show), page: { hasMore, nextCursor: hasMore && last ? cursorOf(last) : null } };
}
