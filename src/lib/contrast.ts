/** WCAG 2.2: from 1 (the same) to 21 (black on white), of two colours written as `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance (WCAG 2.2, definitions). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => linear(Number.parseInt(color.slice(start, start + 2), 16) / 255));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
