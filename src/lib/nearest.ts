/** The candidate that is most like the word, where one is like it at all: what a "did you mean" offers. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, word.length / 3);
  // The distance is at least the difference in length, so that the time is bounded by the length of the candidates.
  const similar = candidates.filter((candidate) => Math.abs(candidate.length - word.length) <= limit);
  const measured = similar.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }));
  const best = measured.sort((one, other) => one.distance - other.distance)[0];
  return best && best.distance <= limit ? best.candidate : undefined;
}

/** Levenshtein: how many letters must be put in, left out or replaced. */
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
