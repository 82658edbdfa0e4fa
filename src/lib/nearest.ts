/** Returns the candidate most similar to the word, or undefined if none is similar. For "did you mean" suggestions. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, word.length / 3);
  // The distance is at least the difference in length, so candidate length bounds the run time.
  const similar = candidates.filter((candidate) => Math.abs(candidate.length - word.length) <= limit);
  const measured = similar.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }));
  const best = measured.sort((one, other) => one.distance - other.distance)[0];
  return best && best.distance <= limit ? best.candidate : undefined;
}

/** Levenshtein distance: the number of inserted, deleted or replaced letters. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_value, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1));
    }
    above = current;
  }
  return above[to.length]!;
}
