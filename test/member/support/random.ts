/** Returns integers in a range, reproducible from a seed. */
export type Random = (min: number, max: number) => number;

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (min, max) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) % (max - min + 1));
  };
}

export const chance = (g: Random, percent: number): boolean => g(1, 100) <= percent;
export const oneOf = <Value>(g: Random, values: readonly Value[]): Value => values[g(0, values.length - 1)]!;
