/** Numbers of backups to keep: the newest one of each of the last days, weeks and months that have one. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** Parses `7d 4w 12m`; each part is optional, at least one is required. */
export function parseRetention(text: string): Retention | undefined {
  const [, days, weeks, months] = /^(?:(\d{1,4})d)? ?(?:(\d{1,4})w)? ?(?:(\d{1,4})m)?$/.exec(text) ?? [];
  const retention = { days: Number(days ?? 0), weeks: Number(weeks ?? 0), months: Number(months ?? 0) };
  return retention.days + retention.weeks + retention.months > 0 ? retention : undefined;
}

type Limit = readonly [least: number, most: number];

const limits: readonly Limit[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
];

/** The default of LECTERN_BACKUP_KEEP. */
export const defaultRetention: Retention = { days: 7, weeks: 4, months: 12 };

/** Parses the five fields of crontab(5): numbers, ranges, lists and steps, without names. */
export function parseCrontab(text: string): string | undefined {
  const fields = text.split(/\s+/);
  if (fields.length !== limits.length) return undefined;
  return limits.every((limit, index) => isField(fields[index] ?? "", limit)) ? fields.join(" ") : undefined;
}

const isField = (field: string, limit: Limit): boolean => field.split(",").every((part) => isRange(part, limit));

function isRange(part: string, limit: Limit): boolean {
  const [whole, from, to, step] = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
  if (whole === undefined || Number(step ?? 1) === 0) return false;
  return isWithin(from, limit) && isWithin(to, limit) && Number(from ?? 0) <= Number(to ?? from ?? 0);
}

const isWithin = (number: string | undefined, [least, most]: Limit): boolean =>
  number === undefined || (Number(number) >= least && Number(number) <= most);
