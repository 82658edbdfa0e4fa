import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, addMonths, offsetAt } from "#lib/time/zoned-time.ts";
import { type ClockChange, clockChanges, firstInstant } from "../support/processes/clock-changes.ts";
import { day, hour, minute } from "../support/clock.ts";
import { isThorough, sampled } from "../support/thorough.ts";

const [from, to] = [Date.UTC(2022, 0), Date.UTC(2042, 0)];
const zones = sampled(Intl.supportedValuesOf("timeZone"), 12);

/** Clocks of these change at midnight, by half an hour, or not with the seasons. */
const unusual = ["America/Havana", "America/Santiago", "America/Nuuk", "Asia/Beirut", "Africa/Cairo"];
const others = ["Africa/Casablanca", "Africa/El_Aaiun", "Australia/Lord_Howe", "America/St_Johns", "Asia/Taipei"];

const localOf = (zone: string, time: Date) => time.getTime() + offsetAt(time, zone);
const written = (time: number) => new Date(time).toISOString();

/** Local times around a change of clocks, including the ends and starts of the days around it. */
function timesAround({ at, before, after }: ClockChange): number[] {
  const locals = [at + before, at + after].flatMap((local) =>
    [-hour, -minute, -1, 0, 1, 30 * minute, hour - 1, hour].map((by) => local + by),
  );
  const midnights = [-1, 0, 1].map((by) => Math.floor((at + before) / day + by) * day);
  return [...locals, ...midnights.flatMap((midnight) => [midnight, midnight - 1, midnight - 1000, midnight - 1001])];
}

void test("A number of days later, the local time is the same, in all time zones and across changes of clocks", () => {
  let compared = 0;
  for (const zone of [...unusual, ...others, ...zones]) {
    const changes = clockChanges(zone, from, to);
    for (const [index, change] of changes.entries()) {
      if (!isThorough && index % 4 > 0) continue;
      const nearest = Math.min(
        ...changes.filter((_other, position) => position !== index).map(({ at }) => Math.abs(at - change.at)),
      );
      for (const days of [1, 7, -7, 90]) {
        // The start must not be near another change, so that its local time is not ambiguous itself.
        const isPlain = changes.every(({ at }) => Math.abs(change.at - days * day - at) > 3 * day);
        if (!isPlain || nearest < 3 * day) continue;
        for (const local of timesAround(change)) {
          const started = local - days * day;
          const start = new Date(started - offsetAt(new Date(change.at - days * day), zone));
          assert.equal(localOf(zone, start), started);
          const left = Math.ceil((local + 1) / day) * day - local;
          const expected = left <= 1000 ? firstInstant(local + left, change) - left : firstInstant(local, change);
          const found = addDays(zone, start, days).getTime();
          assert.equal(written(found), written(expected), `${zone}: ${written(start.getTime())} and ${days} days`);
          compared++;
        }
      }
    }
  }
  assert.ok(compared > 1000, String(compared));
});

void test("Days that are added and subtracted again lead back, and months keep the day and the time", () => {
  for (const zone of [...unusual, ...others, ...zones]) {
    for (let time = from; time < to; time += 97.37 * day) {
      const start = new Date(Math.floor(time));
      const local = localOf(zone, start);
      for (const days of [1, 30, 366]) {
        const later = addDays(zone, start, days);
        if (localOf(zone, later) !== local + days * day) continue;
        assert.equal(localOf(zone, addDays(zone, later, -days)), local, `${zone} ${start.toISOString()} ${days}`);
      }
      const month = new Date(localOf(zone, addMonths(zone, start, 13)));
      const begun = new Date(local);
      assert.equal(month.getUTCMonth(), (begun.getUTCMonth() + 1) % 12);
      const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
      assert.equal(month.getUTCDate(), Math.min(begun.getUTCDate(), last));
    }
  }
});

const end = (zone: string, time: string, days: number) => addDays(zone, new Date(time), days).toISOString();

void test("The end of a day stays the end of a day, also if the hour before midnight occurs twice or never", () => {
  assert.equal(end("Europe/London", "2027-03-25T23:59:59.999Z", 7), "2027-04-01T22:59:59.999Z");
  assert.equal(end("Europe/London", "2027-10-25T22:59:59Z", 7), "2027-11-01T23:59:59.000Z");
  // Clocks in Chile are put back from midnight to 23:00.
  assert.equal(end("America/Santiago", "2027-03-27T02:59:59.999Z", 8), "2027-04-04T03:59:59.999Z");
  assert.equal(end("America/Santiago", "2027-03-27T02:58:00.000Z", 8), "2027-04-04T02:58:00.000Z");
  // Clocks in Greenland are put forward from 23:00 to midnight.
  assert.equal(end("America/Nuuk", "2027-03-27T01:59:59.999Z", 1), "2027-03-28T00:59:59.999Z");
  assert.equal(end("America/Nuuk", "2027-03-28T00:59:59.999Z", 1), "2027-03-29T00:59:59.999Z");
  assert.equal(end("America/Nuuk", "2027-03-28T00:58:00.000Z", 1), "2027-03-28T23:58:00.000Z");
});

void test("Years from 1 to 9999 have days", () => {
  assert.equal(addDays("Europe/London", new Date("0050-06-01T12:00:00Z"), 1).toISOString(), "0050-06-02T12:00:00.000Z");
  assert.equal(addDays("Asia/Taipei", new Date("9999-06-01T12:00:00Z"), 1).toISOString(), "9999-06-02T12:00:00.000Z");
});
