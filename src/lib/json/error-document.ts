/** Error object on stderr for programs. `parts`: more members. */
export const errorDocument = (code: string, message: string, parts: object = {}): string =>
  JSON.stringify({ error: { code, message, ...parts } });
