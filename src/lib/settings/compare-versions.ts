/** Compares release numbers: negative if `a` is older. Ignores a suffix such as `-rc.1`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const numbersOf = (version: string): number[] => (version.split("-")[0] ?? "").split(".").map(Number);
