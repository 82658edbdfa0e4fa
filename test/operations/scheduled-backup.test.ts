import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { isOverdue } from "#domain/platform/queue/is-overdue.ts";
import { expiredBackups } from "#domain/transfer/backup/retention.ts";
import { aFolder } from "../support/worlds/backups.ts";
import { anInstallation } from "../support/worlds/installation.ts";

const day = 86_400_000;
const at = (text: string) => new Date(`2026-${text}:00Z`);

void test("Retention keeps the newest backup of each recent day, week and month that has one", () => {
  const start = Date.parse("2026-11-23T03:00:00Z");
  const times = Array.from({ length: 800 }, (_unused, index) => new Date(start - (index * day) / 2));
  const keptBy = (days: number, weeks: number, months: number) => {
    const expired = new Set(expiredBackups(times, { days, weeks, months }));
    return times.filter((time) => !expired.has(time)).map((time) => time.toISOString().slice(0, 13));
  };
  assert.deepEqual(keptBy(3, 0, 0), ["2026-11-23T03", "2026-11-22T15", "2026-11-21T15"]);
  // 2026-11-23 is a Monday.
  assert.deepEqual(keptBy(1, 3, 0), ["2026-11-23T03", "2026-11-22T15", "2026-11-15T15"]);
  assert.deepEqual(keptBy(0, 0, 3), ["2026-11-23T03", "2026-10-31T15", "2026-09-30T15"]);
  assert.equal(keptBy(7, 4, 12).length, 7 + 2 + 11);
  assert.deepEqual(expiredBackups([], { days: 1, weeks: 0, months: 0 }), []);
});

void test("Scheduled backups are overdue once two scheduled times have passed without a backup, in UTC", () => {
  const cases: [schedule: string, newest: string, now: string, overdue: boolean][] = [
    ["0 3 * * *", "11-20T03:00", "11-22T02:59", false],
    // The second one may still be running.
    ["0 3 * * *", "11-20T03:00", "11-22T03:59", false],
    ["0 3 * * *", "11-20T03:00", "11-22T04:00", true],
    ["0 3 * * 0", "11-01T03:00", "11-15T03:00", false],
    ["0 3 * * 0", "11-01T03:00", "11-15T04:00", true],
    ["*/10 * * * *", "11-20T03:00", "11-20T04:19", false],
    ["*/10 * * * *", "11-20T03:00", "11-20T04:20", true],
    ["0 3 1 * 1", "11-20T03:00", "11-30T04:00", true],
  ];
  for (const [schedule, newest, now, overdue] of cases)
    assert.equal(isOverdue(schedule, at(newest), at(now)), overdue, `${schedule} ${now}`);
});

void test("The doctor reports missing backups once two scheduled times have passed without a first one", async () => {
  const installation = await anInstallation();
  try {
    const env = { LECTERN_BACKUP_URL: pathToFileURL(aFolder()).href };
    const early = await installation.lectern(["doctor"], { env });
    assert.match(early.stdout, /^note +Backups +none yet in LECTERN_BACKUP_URL$/m);
    await installation.database.run`update schema_migrations set applied_at = now() - interval '3 days'`;
    const late = await installation.lectern(["doctor"], { env });
    assert.match(late.stdout, /^wrong +Backups +Scheduled backups are missing: LECTERN_BACKUP_URL has none\./m);
    assert.equal(late.code, 1);
  } finally {
    await installation.close();
  }
});
