/** Range of a chart and the round values of its grid lines, ascending. */
export interface Scale {
  min: number;
  max: number;
  ticks: number[];
}

/**
 * Computes a scale that contains zero and all values, with steps of 1, 2 or 5 times a power of ten and about the
 * requested number of steps. `whole` restricts steps to integers.
 */
export function niceScale(values: readonly number[], { steps = 4, whole = false } = {}): Scale {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const step = niceStep((highest - lowest) / steps, whole);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  // Multiples instead of sums: 0.1 three times is not 0.3.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
  return { min: Math.min(...ticks), max: Math.max(...ticks), ticks };
}

function niceStep(rough: number, whole: boolean): number {
  if (rough <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * almost) ?? 10) * power;
  return whole ? Math.max(1, step) : step;
}

/** Tolerance for floating point: 0.2 / 0.1 may exceed 2. */
const almost = 1 - 1e-9;

const tidy = (value: number): number => Number(value.toPrecision(12));
