export const maxBulkOperations = 1000;
export const maxBulkBodyBytes = 5 * 1024 * 1024;
