/**
 * First characters that make spreadsheet programs run a cell as a formula (CSV injection). The last four are
 * full-width variants from East Asian keyboards.
 */
const dangerous = "[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]";

const guardable = new RegExp(`^'*(?:${dangerous}|$)`);
const guarded = new RegExp(`^'+(?:${dangerous}|$)`);

/** Escapes a text with a leading apostrophe if a program would run it or if it looks escaped already. */
export const guard = (text: string): string => (guardable.test(text) ? `'${text}` : text);

/** Removes the escaping. An apostrophe before any other character belongs to the text. */
export const unguard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);
