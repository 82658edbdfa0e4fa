/** U+FEFF. Spreadsheet programs use it to detect UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Formats one record, including the line end (RFC 4180 §2). */
export const csvRecord = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
