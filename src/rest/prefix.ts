/** Path of the operator API. */
export const prefix = "/api/v1";
