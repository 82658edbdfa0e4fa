const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The preferred form, RFC 850 and asctime: recipients accept all three (RFC 9110 §5.6.7). */
const forms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** Returns the milliseconds of a date in a header, or undefined if it is malformed. */
export function parseHttpDate(text: string, now = Date.now()): number | undefined {
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (!parts) continue;
    const { day = "", month = "", time = "", year = "" } = parts;
    const monthNumber = String(months.indexOf(month) + 1).padStart(2, "0");
    const full = year.length === 4 ? year : centuryOf(Number(year), now);
    const parsed = Date.parse(`${full}-${monthNumber}-${day.trim().padStart(2, "0")}T${time}Z`);
    return Number.isNaN(parsed) ? undefined : parsed;
  }
  return undefined;
}

/** A year that appears to be more than 50 years in the future is in the past. */
function centuryOf(year: number, now: number): number {
  const current = new Date(now).getUTCFullYear();
  const candidate = Math.floor(current / 100) * 100 + year;
  return candidate > current + 50 ? candidate - 100 : candidate;
}
