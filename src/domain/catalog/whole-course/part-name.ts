/** Letters of a name of a file; each takes at most four of the 255 bytes that systems allow. */
const longest = 50;

/** What a title is called in a file system: letters and digits of any script, joined by hyphens. */
export const nameOfTitle = (title: string): string =>
  [
    ...title
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-"),
  ]
    .slice(0, longest)
    .join("")
    .normalize("NFC")
    .replace(/^-+|-+$/g, "");

/** What the part at a place is called, so that names sort as the parts do: `02-knots`, or `02` where nothing is left. */
export function partName(title: string, index: number, count: number): string {
  const number = String(index + 1).padStart(Math.max(2, String(count).length), "0");
  const name = nameOfTitle(title);
  return name === "" ? number : `${number}-${name}`;
}

/** `02-knots` without its number. */
export const withoutNumber = (name: string): string => name.replace(/^\d+[-_. ]?/, "");

/** By their numbers, then by their letters; what has no number comes last. */
export function byNumber(a: string, b: string): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

export const numberOf = (name: string): number => Number(/^\d{1,9}/.exec(name)?.[0] ?? Number.POSITIVE_INFINITY);
