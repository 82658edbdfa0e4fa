/** Taiwan has had no daylight saving time since 1979. */
const offset = 8 * 3_600_000;

/** `2026/11/23 20:15:00`, the time of ECPay. */
export const formatTaipei = (time: Date): string =>
  new Date(time.getTime() + offset).toISOString().slice(0, 19).replaceAll("-", "/").replace("T", " ");

/** Reads `2026/11/23 20:15:00`, or `2026/11/23` as the end of that day. Undefined for anything else. */
export function parseTaipei(text: string): Date | undefined {
  const [, year, month, day, time = "23:59:59"] = /^(\d{4})\/(\d\d)\/(\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const parsed = new Date(`${year}-${month}-${day}T${time}+08:00`);
  return Number.isNaN(parsed.getTime()) ? undefined : parsed;
}
