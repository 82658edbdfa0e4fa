/** Fields in seconds that people write as on a player: `3:20`. */
const names: ReadonlySet<string> = new Set(["duration_seconds", "time_limit_seconds", "at_seconds"]);

/** True for a field, by the name of its form field, that shows minutes and seconds. */
export const isInMinutes = (name: string): boolean => names.has(name.slice(name.lastIndexOf(".") + 1));

/** Writes seconds as `3:20` or `1:05:00`. Other texts stay. */
export function toMinutes(text: string): string {
  if (!/^\d{1,7}$/.test(text)) return text;
  const seconds = Number(text);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const [first, ...rest] = hours > 0 ? [hours, ...parts] : parts;
  return [String(first), ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

/** Reads `3:20` and `1:05:00` as seconds. Other texts stay: a number alone is in seconds. */
export function fromMinutes(text: string): string {
  const parts = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]\d)$/.exec(text);
  if (!parts) return text;
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  return String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
