/** Rows of one statement of a slow path. They are sent as JSON, which blocks the event loop while it is written. */
export const maxMerged = 1_000;
