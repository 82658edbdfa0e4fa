import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { badUserInput } from "./errors.ts";

/** A moment and an id: where a list that is ordered by time goes on. */
export interface TimePosition {
  at: Date;
  id: string;
}

/** `list` names the list and its filters: a cursor is good for the same ones alone. */
export const encodeTime = ({ at, id }: TimePosition, list: object): string =>
  encodeCursor({ value: at.getTime(), id }, list);

export function decodeTime(after: string | null | undefined, list: object): TimePosition | undefined {
  if (!after) return undefined;
  const { value, id } = decodeCursor(after, list);
  return { at: readTime(Number(value)), id };
}

/** Up to the year 5138: whatever else a cursor says was made up. */
export function readTime(milliseconds: number): Date {
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds < 1e14) return new Date(milliseconds);
  throw badUserInput("after must be an endCursor of this list.");
}
