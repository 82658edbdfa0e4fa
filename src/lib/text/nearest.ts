/**
 * Returns the candidate that a typing error turns into the word, or undefined if none is that close. For "did you mean"
 * suggestions.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = maxErrors(word);
  // The distance is at least the difference in length, so candidate length bounds the run time.
  const similar = candidates.filter((candidate) => Math.abs(candidate.length - word.length) <= limit);
  const measured = similar.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }));
  const best = measured.sort((one, other) => one.distance - other.distance)[0];
  return best && best.distance <= limit ? best.candidate : undefined;
}

/** About one typing error per five letters. Short words differ from many others by one letter. */
function maxErrors({ length }: string): number {
  if (length < 3) return 0;
  return Math.min(3, Math.ceil(length / 5));
}

/** Optimal string alignment distance: the number of inserted, deleted, replaced or swapped letters. */
function editDistance(from: string, to: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_value, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (above[column - 1] ?? Infinity) + (isSame ? 0 : 1),
        (above[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        isSwapped ? (twoAbove[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [twoAbove, above] = [above, current];
  }
  return above.at(-1) ?? 0;
}
