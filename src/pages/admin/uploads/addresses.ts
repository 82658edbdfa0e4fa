const start = "/admin/uploads";

/** Addresses of uploads in parts. */
export const uploadPaths = {
  start,
  state: `${start}/:id`,
  part: `${start}/:id/parts/:n`,
  complete: `${start}/:id/complete`,
} as const;
