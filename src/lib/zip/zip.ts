/** Pairs the items of two lists of equal length, in order. */
export function zip<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  if (ones.length !== others.length) throw new Error(`The lists have ${ones.length} and ${others.length} items.`);
  // oxlint-disable-next-line typescript/no-non-null-assertion -- Both lists have the same length. An item may be undefined.
  return ones.map((one, index) => [one, others[index]!]);
}
