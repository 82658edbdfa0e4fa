/** Text of the site's staff inside of Markdown of ours: it stands for itself and cannot become a heading, link or table. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\r\n]+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~]/g, "\\$&");

/** One line of a table. */
export const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** An amount in the minor unit as people write it: `USD 19.99`. */
export function money({ amount, currency }: { amount: number; currency: string }): string {
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return `${currency} ${(amount / 10 ** digits).toFixed(digits)}`;
}
