/** What programs read on stderr of what went wrong. */
export const errorDocument = (code: string, message: string): string => JSON.stringify({ error: { code, message } });
