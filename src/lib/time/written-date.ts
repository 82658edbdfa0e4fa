const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Returns a date or timestamp that people and programs write in another way in the form of ISO 8601, such as `Jan 5,
 * 2026` or `2026-01-05 10:02:11 UTC`. Returns other texts as they are: `3/4/2026` is two different days.
 */
export function isoOfWrittenDate(text: string): string {
  const written = text.trim();
  const withTime =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i.exec(
      written,
    );
  if (withTime) {
    const [, year = "", month = "", day = "", hour = "", minute = "", second = "00", zone = "Z"] = withTime;
    const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : "Z";
    return `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${offset}`;
  }
  const [, year, month, day] = /^(\d{4})[-/.年 ]{1,2}(\d{1,2})[-/.月 ]{1,2}(\d{1,2})日?$/.exec(written) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) return `${year}-${two(month)}-${two(day)}`;
  return inWords(written) ?? byNumbers(written) ?? text;
}

const two = (digits: string): string => digits.padStart(2, "0");

/** `5 January 2026` and `January 5, 2026`, with a time that is left out. */
function inWords(written: string): string | undefined {
  const found =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})\b/i.exec(written)?.groups ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})\b/i.exec(written)?.groups;
  const month = months.indexOf(found?.["month"]?.slice(0, 3).toLowerCase() ?? "");
  if (!found || month === -1) return undefined;
  return `${found["year"] ?? ""}-${two(String(month + 1))}-${two(found["day"] ?? "")}`;
}

/** `25/12/2026` and `12/25/2026`: only one of the numbers can be a month. */
function byNumbers(written: string): string | undefined {
  const [, first = "", second = "", year = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(written) ?? [];
  const [one, other] = [Number(first), Number(second)];
  if (year === "" || (one <= 12 && other <= 12 && one !== other)) return undefined;
  const [month, day] = one > 12 ? [second, first] : [first, second];
  return `${year}-${two(month)}-${two(day)}`;
}
