export const maxBulkOperations = 1000;
export const maxBulkBody = 5 * 1024 * 1024;
