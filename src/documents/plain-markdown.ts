/** Escapes text of the site's staff, so that it cannot become a heading, link or table. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\r\n]+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~]/g, "\\$&");

export const tableRow = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
