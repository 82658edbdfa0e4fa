/** U+FEFF, by which spreadsheet programs know that a file is UTF-8. */
export const byteOrderMark = "\uFEFF";

/** One record, with its line end (RFC 4180 §2). */
export const csvRecord = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
