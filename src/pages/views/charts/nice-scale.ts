/** From where to where a chart reaches, and the round values between that its lines stand at, lowest first. */
export interface Scale {
  min: number;
  max: number;
  ticks: number[];
}

/**
 * A scale that holds zero and all the values, in steps of 1, 2 or 5 times a power of ten; about as many steps as asked
 * for. Of things that are counted in `whole` ones no step is smaller than one.
 */
export function niceScale(values: readonly number[], { steps = 4, whole = false } = {}): Scale {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const step = niceStep((highest - lowest) / steps, whole);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  // Multiples, not sums: 0.1 three times is not 0.3.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks };
}

function niceStep(rough: number, whole: boolean): number {
  if (rough <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * almost) ?? 10) * power;
  return whole ? Math.max(1, step) : step;
}

/** 0.2 / 0.1 is a little more than 2 for a computer. */
const almost = 1 - 1e-9;

const tidy = (value: number): number => Number(value.toPrecision(12));
