import type { SvgElement } from "./svg-tree.ts";

/** CSS pixels of a unit (CSS Values and Units §6.2). */
const units: Record<string, number> = { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 };

const maxSide = 100_000;

interface SvgSize {
  width: number;
  height: number;
}

/** Returns the size of a picture in CSS pixels, from its attributes or its view box; null without either. */
export function sizeOf({ attributes }: SvgElement): SvgSize | null {
  const box = boxOf(attributes.get("viewBox"));
  const width = lengthOf(attributes.get("width"));
  const height = lengthOf(attributes.get("height"));
  if (width !== undefined && height !== undefined) return { width, height };
  if (!box) return null;
  // Derive the missing side from the aspect ratio.
  if (width !== undefined) return { width, height: within((width * box.height) / box.width) };
  if (height !== undefined) return { width: within((height * box.width) / box.height), height };
  return { width: within(box.width), height: within(box.height) };
}

/** Parses a length; invalid and relative lengths such as `100%` count as missing. */
export function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ""] = /^\s*\+?(\d{0,9}\.?\d{1,9})(px|pt|pc|in|cm|mm|)\s*$/.exec(text ?? "") ?? [];
  const length = number === undefined ? 0 : Number(number) * (units[unit] ?? 0);
  return length > 0 && length <= maxSide ? length : undefined;
}

function boxOf(text: string | undefined): SvgSize | undefined {
  const [, , width = 0, height = 0, ...more] = (text ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isBox = width > 0 && height > 0 && Number.isFinite(width * height) && more.length === 0;
  return isBox ? { width, height } : undefined;
}

const within = (length: number): number => Math.min(Math.max(length, Number.MIN_VALUE), maxSide);
