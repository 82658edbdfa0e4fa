/** Normalizes a name: ignores case, width and compatibility forms (NFKC), and runs of spaces. */
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

/** Returns true if the pattern matches the name: `Claude`, `Claude *`, `* by Claude`, `*claude*`. */
export function matchesName(pattern: string, name: string): boolean {
  const { literal, open } = read(pattern);
  const text = folded(name);
  if (open.start && open.end) return text.includes(literal);
  if (open.start) return text.endsWith(literal);
  return open.end ? text.startsWith(literal) : text === literal;
}

/** Rejects a star in the middle, and patterns so short that they would match most names. */
export function isNamePattern(pattern: string): boolean {
  const { literal, open } = read(pattern);
  return !literal.includes("*") && literal.trim().length >= (open.start || open.end ? 3 : 1);
}

/** The specificity of a pattern. Of several matching patterns, the most specific wins. */
export const weightOf = (pattern: string): number => {
  const { literal, open } = read(pattern);
  return literal.length * 2 + (open.start || open.end ? 0 : 1);
};

/** Returns true if two patterns match the same names. */
export const samePattern = (one: string, other: string): boolean => folded(one) === folded(other);
