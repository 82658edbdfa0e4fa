/** Alike are names that differ in case, in width and compatible forms of letters (NFKC), or in spaces only. */
const folded = (text: string): string =>
  text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\s+/gu, " ").trim();

interface Pattern {
  literal: string;
  open: { start: boolean; end: boolean };
}

function read(pattern: string): Pattern {
  const text = folded(pattern);
  const open = { start: text.startsWith("*"), end: text.length > 1 && text.endsWith("*") };
  return { literal: text.slice(open.start ? 1 : 0, open.end ? -1 : undefined), open };
}

/** Whether a name is one of those that the pattern describes: `Claude`, `Claude *`, `* by Claude`, `*claude*`. */
export function matchesName(pattern: string, name: string): boolean {
  const { literal, open } = read(pattern);
  const text = folded(name);
  if (open.start && open.end) return text.includes(literal);
  if (open.start) return text.endsWith(literal);
  return open.end ? text.startsWith(literal) : text === literal;
}

/** A star in the middle, or with next to nothing beside it, which would be anybody's name. */
export function isNamePattern(pattern: string): boolean {
  const { literal, open } = read(pattern);
  return !literal.includes("*") && literal.trim().length >= (open.start || open.end ? 3 : 1);
}

/** How much of a name it fixes: of several patterns that match the one with the most is meant. */
export const weightOf = (pattern: string): number => {
  const { literal, open } = read(pattern);
  return literal.length * 2 + (open.start || open.end ? 0 : 1);
};

/** Whether two patterns describe the same names. */
export const samePattern = (one: string, other: string): boolean => folded(one) === folded(other);
