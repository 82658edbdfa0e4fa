/** Operations of one bulk request. */
export const maxBulkOperations = 1000;
/** Bytes of one bulk request. */
export const maxBulkBody = 5 * 1024 * 1024;
