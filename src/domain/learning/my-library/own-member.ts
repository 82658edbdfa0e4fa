import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { Problem } from "#domain/platform/problem.ts";

/** The member who asks, or for whom a client does. */
export function ownId({ caller }: Context): string {
  const memberId = memberOf(caller);
  if (memberId !== null) return memberId;
  throw new Problem("role_required", "This is what one member has: ask with a token of theirs.");
}

interface Place {
  at: Date;
  id: string;
}

/** A cursor of a list that is ordered by time. */
export const cursorAfter = ({ at, id }: Place, list: object): string => encodeCursor({ value: at.getTime(), id }, list);

export function placeAfter(cursor: string | undefined, list: object): Place | undefined {
  if (cursor === undefined) return undefined;
  const { value, id } = decodeCursor(cursor, list);
  const milliseconds = Number(value);
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds < 1e14) {
    return { at: new Date(milliseconds), id };
  }
  throw new Problem("invalid_cursor", "This cursor comes from no list. Leave it out to begin again.");
}

/** A page of rows that were read with a limit of one more than is shown. */
export function pageOfRows<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  { show, cursorOf }: { show: (row: Row) => Shown; cursorOf: (row: Row) => string },
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return { data: shown.map(show), page: { hasMore, nextCursor: hasMore && last ? cursorOf(last) : null } };
}
