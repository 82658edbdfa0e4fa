/** Formats rows as an aligned table for a terminal: two spaces between columns, optional headings in capitals. */
export function textTable(rows: readonly (readonly string[])[], headings?: readonly string[]): string {
  const lines = (headings ? [headings.map((heading) => heading.toUpperCase()), ...rows] : rows).map((row) =>
    row.map(printable),
  );
  const widths = lines.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, width(cell))),
    [],
  );
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - width(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Users choose the names: a cell must not move the cursor or change colors. */
const printable = (cell: string) => cell.replace(/\p{Cc}+/gu, " ");

/** Terminal columns of a text: East Asian characters take two, combining marks none (approximates Unicode Annex 11). */
function width(text: string): number {
  let columns = 0;
  for (const letter of text) columns += /\p{Mark}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return columns;
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
