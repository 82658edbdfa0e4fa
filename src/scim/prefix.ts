/** Path of the surface. */
export const prefix = "/scim/v2";
