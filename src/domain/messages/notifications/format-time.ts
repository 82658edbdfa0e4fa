import { dateFormat } from "#lib/text/formats.ts";

/** Formats `2027-03-01 19:30 (Asia/Taipei)`, the same in every language. */
export const formatTime = (time: Date, timeZone: string): string =>
  `${dateFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(time)} (${timeZone})`;
