import { parseCrontab } from "../time/crontab.ts";
import { parseStorageUrl, wholeFrom } from "./setting-values.ts";

/** Numbers of backups to keep: the newest one of each recent day, week and month that has one. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** Parses `7d 4w 12m`: at least one part, each at most once, in any order. */
function parseRetention(text: string): Retention | undefined {
  if (!/^(?:\d{1,4}[dwm] ?){1,3}$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d{1,4})([dwm])/g)].map(([, number, unit]) => [unit, Number(number)] as const);
  const numbers = new Map(parts);
  if (numbers.size < parts.length) return undefined;
  const retention = { days: numbers.get("d") ?? 0, weeks: numbers.get("w") ?? 0, months: numbers.get("m") ?? 0 };
  return retention.days + retention.weeks + retention.months > 0 ? retention : undefined;
}

/** The default of LECTERN_BACKUP_KEEP. */
const defaultRetention: Retention = { days: 7, weeks: 4, months: 12 };

export interface BackupConfig {
  /** `file:` with an absolute path, or `s3:`. Undefined: no scheduled backups. */
  backupUrl: string | undefined;
  /** crontab(5), UTC. */
  backupSchedule: string;
  backupRetention: Retention;
  /** Milliseconds between two copies of the write-ahead log. Undefined: no point-in-time recovery. */
  walInterval: number | undefined;
  /** Days to which the database can be recovered. */
  walDays: number;
}

const schedule = "0 3 * * *";
const walDays = 7;

/** Documentation of these settings. */
export const backupSettings = {
  LECTERN_BACKUP_URL: {
    meaning: "Folder or bucket for scheduled backups, and for lectern backup without a target",
    default: "none: no scheduled backups",
    allowed: "file:///… with a path, or s3://…, as in LECTERN_STORAGE_URL",
  },
  LECTERN_BACKUP_SCHEDULE: {
    meaning: "Times of scheduled backups, in UTC",
    default: schedule,
    allowed: "minute, hour, day of the month, month and day of the week, as in crontab(5)",
  },
  LECTERN_BACKUP_KEEP: {
    meaning: "Scheduled backups to keep: the newest one of each recent day, week and month",
    default: `${defaultRetention.days}d ${defaultRetention.weeks}w ${defaultRetention.months}m`,
    allowed: "a number of days (d), weeks (w) and months (m), at least one of them, each at most once",
  },
  LECTERN_BACKUP_WAL_SECONDS: {
    meaning:
      "Seconds between two copies of the embedded database's write-ahead log to LECTERN_BACKUP_URL, for point-in-time recovery: what a lost disk may cost",
    default: "none: no point-in-time recovery",
    allowed: "1 to 3600",
  },
  LECTERN_BACKUP_WAL_DAYS: {
    meaning:
      "Days to which the database can be restored with LECTERN_BACKUP_WAL_SECONDS. Deleted files are kept as long",
    default: String(walDays),
    allowed: "1 to 365",
  },
} as const;

type Read = <Value>(name: keyof typeof backupSettings, parse: (text: string) => Value | undefined) => Value | undefined;

export function readBackupSettings(read: Read): BackupConfig {
  const walSeconds = read("LECTERN_BACKUP_WAL_SECONDS", wholeFrom(1, 3600));
  return {
    backupUrl: read("LECTERN_BACKUP_URL", parseStorageUrl),
    backupSchedule: read("LECTERN_BACKUP_SCHEDULE", parseCrontab) ?? schedule,
    backupRetention: read("LECTERN_BACKUP_KEEP", parseRetention) ?? defaultRetention,
    walInterval: walSeconds && walSeconds * 1000,
    walDays: read("LECTERN_BACKUP_WAL_DAYS", wholeFrom(1, 365)) ?? walDays,
  };
}
