import { writtenIn } from "./zoned-time.ts";

/** Hours of the day between which nothing disturbs people. Equal ones: there are no quiet hours. */
export interface QuietHours {
  quietFrom: number;
  quietUntil: number;
}

export function isQuiet({ quietFrom, quietUntil }: QuietHours, hour: number): boolean {
  if (quietFrom === quietUntil) return false;
  return quietFrom < quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil;
}

/** Seconds until the quiet hours of a time zone end; 0 outside of them. */
export function secondsOfQuiet(hours: QuietHours, timeZone: string, now: Date): number {
  const written = writtenIn(timeZone, now);
  const [hour, minute, second] = [11, 14, 17].map((at) => Number(written.slice(at, at + 2)));
  if (!isQuiet(hours, hour ?? 0)) return 0;
  const wait = ((hours.quietUntil - (hour ?? 0) + 24) % 24) * 3600;
  return Math.max(1, wait - (minute ?? 0) * 60 - (second || 0));
}
