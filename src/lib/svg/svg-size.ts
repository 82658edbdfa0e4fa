import type { SvgElement } from "./svg-tree.ts";

/** CSS pixels of a unit (CSS Values and Units §6.2). */
const units: Record<string, number> = { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 };

const maxSide = 100_000;

interface SvgSize {
  width: number;
  height: number;
}

/** How large a picture says it is, in CSS pixels; by its view box where it does not. Null where it does neither. */
export function sizeOf({ attributes }: SvgElement): SvgSize | null {
  const box = boxOf(attributes.get("viewBox"));
  const width = lengthOf(attributes.get("width"));
  const height = lengthOf(attributes.get("height"));
  if (width !== undefined && height !== undefined) return { width, height };
  if (!box) return null;
  // One side follows from the other.
  if (width !== undefined) return { width, height: within((width * box.height) / box.width) };
  if (height !== undefined) return { width: within((height * box.width) / box.height), height };
  return { width: within(box.width), height: within(box.height) };
}

/** What is no length that a picture can have is as if it were not said: `100%` is nobody's size. */
export function lengthOf(said: string | undefined): number | undefined {
  const [, number, unit] = /^\s*\+?(\d{0,9}\.?\d{1,9})(px|pt|pc|in|cm|mm|)\s*$/.exec(said ?? "") ?? [];
  const length = number === undefined ? 0 : Number(number) * units[unit!]!;
  return length > 0 && length <= maxSide ? length : undefined;
}

function boxOf(said: string | undefined): SvgSize | undefined {
  const [, , width, height, ...more] = (said ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isBox = width! > 0 && height! > 0 && Number.isFinite(width! * height!) && more.length === 0;
  return isBox ? { width: width!, height: height! } : undefined;
}

const within = (length: number): number => Math.min(Math.max(length, Number.MIN_VALUE), maxSide);
