import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { badUserInput } from "./errors.ts";

/** A timestamp and an id: a position in a list ordered by time. */
export interface TimePosition {
  at: Date;
  id: string;
}

/** `list` names the list and its filters; a cursor is valid only for the same ones. */
export const encodeTime = ({ at, id }: TimePosition, list: object): string =>
  encodeCursor({ value: at.getTime(), id }, list);

export function decodeTime(after: string | null | undefined, list: object): TimePosition | undefined {
  if (!after) return undefined;
  const { value, id } = decodeCursor(after, list);
  return { at: readTime(Number(value)), id };
}

/** Up to the year 5138; larger values are forged. */
export function readTime(milliseconds: number): Date {
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds < 1e14) return new Date(milliseconds);
  throw badUserInput("after must be an endCursor of this list.");
}
