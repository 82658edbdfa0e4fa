/** The address of the search, for staff of every role. */
export const searchPath = "/admin/search";
