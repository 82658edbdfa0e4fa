import { clock, readClock } from "#lib/time/clock-format.ts";

/** Fields in seconds that people write as on a player: `3:20`. */
const names: ReadonlySet<string> = new Set(["duration_seconds", "time_limit_seconds", "at_seconds"]);

/** True for a field, by the name of its form field, that shows minutes and seconds. */
export const isInMinutes = (name: string): boolean => names.has(name.slice(name.lastIndexOf(".") + 1));

/** Writes seconds as `3:20` or `1:05:00`. Other texts stay. */
export const toMinutes = (text: string): string => (/^\d{1,7}$/.test(text) ? clock(Number(text)) : text);

/** Reads `3:20` and `1:05:00` as seconds. Other texts stay: a number alone is in seconds. */
export const fromMinutes = (text: string): string => (text.includes(":") ? String(readClock(text) ?? text) : text);
