/** Redirects that follow one another. A longer chain is a mistake, and browsers stop after twenty. */
export const maxHops = 10;

/** Decodes a path as it is compared: redirects may contain any characters. */
export function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
