/**
 * Spreadsheet programs run a cell that begins with one of these as a formula, whoever wrote it. The last four are how
 * East Asian keyboards write the first.
 */
const dangerous = "[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]";

const guardable = new RegExp(`^'*(?:${dangerous}|$)`);
const guarded = new RegExp(`^'+(?:${dangerous}|$)`);

/** A text as a cell that no program runs: with an apostrophe before it where it would, or where it looks guarded. */
export const guard = (text: string): string => (guardable.test(text) ? `'${text}` : text);

/** The text of a cell that was guarded. An apostrophe before anything else is the writer's own. */
export const unguard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);
