/** Error object on stderr for programs. */
export const errorDocument = (code: string, message: string): string => JSON.stringify({ error: { code, message } });
