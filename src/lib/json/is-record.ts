/** Returns true for objects other than lists, as from JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns an object as a record; an empty one for other values. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
