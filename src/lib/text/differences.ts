/** A run of equal, removed or added parts. */
export interface Run {
  kind: "same" | "removed" | "added";
  parts: readonly string[];
}

/** Steps of the comparison: about ten milliseconds. */
const maxSteps = 1_000_000;

/**
 * Compares two lists of lines or words by their longest common subsequence. Returns undefined if they are too long and
 * too different to be compared.
 */
export function differencesOf(before: readonly string[], after: readonly string[]): Run[] | undefined {
  const start = countEqual(before.length, after.length, (index) => before[index] === after[index]);
  const end = countEqual(
    before.length - start,
    after.length - start,
    (index) => before[before.length - 1 - index] === after[after.length - 1 - index],
  );
  const [old, young] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (old.length * young.length > maxSteps) return undefined;
  return joined([
    { kind: "same", parts: before.slice(0, start) },
    ...compareMiddle(old, young),
    { kind: "same", parts: before.slice(before.length - end) },
  ]);
}

function countEqual(left: number, right: number, isEqual: (index: number) => boolean): number {
  let count = 0;
  while (count < Math.min(left, right) && isEqual(count)) count++;
  return count;
}

/** `lengths[i][j]`: length of the longest common subsequence of the parts from `i` and from `j`. */
function compareMiddle(before: readonly string[], after: readonly string[]): Run[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const isSame = i < before.length && j < after.length && before[i] === after[j];
    if (isSame) {
      runs.push({ kind: "same", parts: [before[i] ?? ""] });
      i++;
      j++;
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      runs.push({ kind: "removed", parts: [before[i++] ?? ""] });
    } else {
      runs.push({ kind: "added", parts: [after[j++] ?? ""] });
    }
  }
  return runs;
}

/** Joins neighbors of one kind. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const { kind, parts } of runs) {
    if (parts.length === 0) continue;
    const last = result.at(-1);
    if (last?.kind === kind) result[result.length - 1] = { kind, parts: [...last.parts, ...parts] };
    else result.push({ kind, parts });
  }
  return result;
}
