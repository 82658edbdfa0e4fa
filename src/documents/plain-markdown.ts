/** Escapes text of the site's staff, so that it cannot become a heading, link or table. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\r\n]+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~]/g, "\\$&");

/** A table row. */
export const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
