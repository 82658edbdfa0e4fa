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
    let [aboveLeft, left] = [row - 1, row];
    const current = [left];
    for (const [column, distance] of above.entries().drop(1)) {
      const replaced = aboveLeft + (from[row - 1] === to[column - 1] ? 0 : 1);
      left = Math.min(replaced, distance + 1, left + 1);
      current.push(left);
      aboveLeft = distance;
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
