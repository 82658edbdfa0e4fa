/** Writes seconds as players do: `3:12` or `1:02:07`. */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Reads `3:12`, `1:02:07` or seconds, as people type them. Undefined for other texts. */
export function readClock(text: string): number | undefined {
  if (!/^(?:\d{1,7}|(?:\d{1,4}:)?\d{1,4}:[0-5]\d)$/.test(text)) return undefined;
  return text.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
