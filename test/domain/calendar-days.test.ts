import assert from "node:assert/strict";
import { test } from "node:test";
import { startsWithin } from "#domain/catalog/curriculum/openings/starts-within.ts";
import { daysLate } from "#domain/learning/submissions/submission.ts";
import { addPeriods, firstPeriod, periodAt, type ZonedRhythm } from "#domain/memberships/subscriptions/periods.ts";
import { addDays } from "#lib/time/zoned-time.ts";
import { clockChanges } from "../support/processes/clock-changes.ts";
import { day, hour, minute } from "../support/clock.ts";
import { randomFrom } from "../support/data/random.ts";
import { rounds, sampled } from "../support/thorough.ts";
import { opensAt } from "../../src/domain/learning/progress/course-progress.ts";

const zones = sampled(Intl.supportedValuesOf("timeZone"), 12);
const unusual = ["Europe/London", "America/Santiago", "America/Nuuk", "Africa/Casablanca", "Australia/Lord_Howe"];

void test("A lecture opens at the local time at which the access started, days later", () => {
  const parts = { section: null, lecture: { afterDays: 7 } };
  const start = { startsAt: new Date("2027-03-25T10:00:00Z"), timeZone: "Europe/London" };
  const opening = opensAt({ mode: "by_enrollment_day" }, parts, start);
  assert.equal(opening?.toISOString(), "2027-04-01T09:00:00.000Z");
});

void test("A day late is a calendar day, also if clocks are put back", () => {
  const dueAt = new Date("2027-10-30T22:59:59.999Z");
  const late = (submittedAt: string) =>
    daysLate({ dueAt, submittedAt: new Date(submittedAt), timeZone: "Europe/London" });
  assert.equal(late("2027-10-30T22:59:59.999Z"), 0);
  assert.equal(late("2027-10-30T23:00:00.000Z"), 1);
  assert.equal(late("2027-10-31T23:59:59.999Z"), 1);
  assert.equal(late("2027-11-01T00:00:00.000Z"), 2);
});

void test("Each start is in exactly one of the spans in which its lectures open", () => {
  const seed = Date.now();
  const random = randomFrom(seed);
  for (const timeZone of [...unusual, ...zones]) {
    const changes = clockChanges(timeZone, Date.UTC(2022, 0), Date.UTC(2042, 0));
    for (let choice = 0; changes.length > 0 && choice < rounds(1, 6); choice++) {
      const { at } = changes[Math.floor(random() * changes.length)]!;
      for (const days of [1, 7, 30]) {
        for (const near of [at, at + days * day]) {
          const first = near + Math.floor((random() - 0.5) * 4 * hour);
          const bounds = [0, 5 * minute, 65 * minute, 5 * hour].map((by) => new Date(first + by));
          const spans = bounds
            .slice(1)
            .map((until, index) => startsWithin(timeZone, days, { after: bounds[index] ?? until, until }));
          for (let round = 0; round < rounds(10, 40); round++) {
            const start = new Date(first - days * day + Math.floor((random() - 0.3) * 8 * hour));
            const opens = addDays(timeZone, start, days);
            for (const [index, some] of spans.entries()) {
              const [after = opens, until = opens] = bounds.slice(index);
              const matching = some.filter((span) => start > span.after && start <= span.until).length;
              const expected = opens > after && opens <= until ? 1 : 0;
              const what = `seed ${seed}: ${timeZone}, ${start.toISOString()} and ${days} days`;
              assert.equal(matching, expected, what);
            }
          }
        }
      }
    }
  }
});

void test("Billing periods follow each other without gaps, also after a change of the time zone", () => {
  const seed = Date.now();
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const all = [...unusual, ...zones, "UTC"];
  for (let round = 0; round < rounds(80, 5000); round++) {
    const interval = pick(["day", "week", "month", "year"] as const);
    const rhythm: ZonedRhythm = { interval, intervalCount: pick([1, 2, 3]), timeZone: pick(all) };
    let period = firstPeriod(new Date(Date.UTC(2026, 0) + Math.floor(random() * 365 * day)), rhythm);
    for (let renewal = 0; renewal < 24; renewal++) {
      if (random() < 0.1) rhythm.timeZone = pick(all);
      const next = periodAt(period.currentPeriodEnd, period, rhythm);
      const what = `seed ${seed}: ${JSON.stringify(rhythm)} after ${period.currentPeriodEnd.toISOString()}`;
      assert.equal(next.currentPeriodStart.getTime(), period.currentPeriodEnd.getTime(), what);
      const length = next.currentPeriodEnd.getTime() - next.currentPeriodStart.getTime();
      const usual = addPeriods(next.currentPeriodStart, rhythm, 1).getTime() - next.currentPeriodStart.getTime();
      // Months have 28 to 31 days.
      assert.ok(length > usual * 0.4 && length < usual * 1.65, `${what}: ${length / day} days`);
      period = next;
    }
  }
});
