const start = "/admin/uploads";

/** Addresses of uploads in parts. */
export const uploadPaths = {
  start,
  state: `${start}/:id`,
  part: `${start}/:id/parts/:n`,
  complete: `${start}/:id/complete`,
} as const;

export const markdownPath = "/admin/markdown";

/** Addresses that only scripts of pages request. Their operations check the rights of the caller. */
const scriptPaths: ReadonlySet<string> = new Set([...Object.values(uploadPaths), markdownPath]);

export const isScriptPath = (path: string): boolean => scriptPaths.has(path);
