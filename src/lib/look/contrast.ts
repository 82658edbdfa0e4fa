import { zip } from "#lib/zip/zip.ts";
/** WCAG 2.2 contrast ratio of two colors (`#rrggbb`): from 1 (equal) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const luminances = [luminance(one), luminance(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** Relative luminance (WCAG 2.2, definitions). */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
}

const channelsOf = (color: string) => [channelAt(color, 1), channelAt(color, 3), channelAt(color, 5)] as const;
const channelAt = (color: string, start: number): number => Number.parseInt(color.slice(start, start + 2), 16);

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

/** Mixes two colors: share 0 returns the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channels = zip(channelsOf(from), channelsOf(to)).map(([first, second]) =>
    Math.round(first + (second - first) * share),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns black or white, whichever contrasts more with the color. The contrast is at least 4.58. */
export const farthest = (color: string): string =>
  contrast(color, "#000000") >= contrast(color, "#ffffff") ? "#000000" : "#ffffff";

const steps = 40;

/**
 * Returns the color if it contrasts enough with all of these backgrounds, otherwise the first mix with `toward` that
 * does. `toward` itself must contrast enough.
 */
export function readable(color: string, on: readonly string[], least: number, toward: string): string {
  for (let step = 0; step < steps; step++) {
    const candidate = mix(color, toward, step / steps);
    if (on.every((ground) => contrast(candidate, ground) >= least)) return candidate;
  }
  return toward;
}
