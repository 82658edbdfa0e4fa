import assert from "node:assert/strict";
import { test } from "node:test";
import { dateIn, timeOf, nextDate, offsetAt, writtenIn } from "#lib/time/zoned-time.ts";

const at = (zone: string, date: string, time: string) => {
  const [hours, minutes] = time.split(":").map(Number) as [number, number];
  return timeOf(zone, date, hours * 60 + minutes).toISOString();
};

void test("Local time uses the offset of its date", () => {
  assert.equal(at("Europe/Berlin", "2026-01-15", "09:00"), "2026-01-15T08:00:00.000Z");
  assert.equal(at("Europe/Berlin", "2026-07-15", "09:00"), "2026-07-15T07:00:00.000Z");
  assert.equal(at("Asia/Taipei", "2026-07-15", "00:00"), "2026-07-14T16:00:00.000Z");
  assert.equal(at("America/New_York", "2026-03-07", "24:00"), "2026-03-08T05:00:00.000Z");
  assert.equal(at("Asia/Kathmandu", "2026-01-01", "09:00"), "2026-01-01T03:15:00.000Z");
  assert.equal(at("UTC", "2026-01-01", "09:00"), "2026-01-01T09:00:00.000Z");
});

void test("A skipped time is shifted forward, and an ambiguous one is its first occurrence", () => {
  assert.equal(at("Europe/Berlin", "2026-03-29", "02:30"), "2026-03-29T01:30:00.000Z");
  assert.equal(at("Europe/Berlin", "2026-03-29", "03:00"), "2026-03-29T01:00:00.000Z");
  assert.equal(at("Europe/Berlin", "2026-10-25", "02:30"), "2026-10-25T00:30:00.000Z");
  assert.equal(at("Europe/Berlin", "2026-10-25", "03:00"), "2026-10-25T02:00:00.000Z");
  assert.equal(at("Australia/Lord_Howe", "2026-10-04", "02:15"), "2026-10-03T15:45:00.000Z");
  assert.equal(at("America/New_York", "2026-11-01", "01:30"), "2026-11-01T05:30:00.000Z");
});

void test("Every quarter of an hour of a year round-trips through local time", () => {
  for (const zone of [
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Pacific/Apia",
  ]) {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 15 * 60_000 * 7) {
      const moment = new Date(time);
      const shown = time + offsetAt(moment, zone);
      const date = new Date(shown).toISOString().slice(0, 10);
      const found = timeOf(zone, date, (shown - Date.parse(`${date}T00:00:00Z`)) / 60_000);
      assert.equal(found.getTime() + offsetAt(found, zone), shown, `${zone} ${moment.toISOString()}`);
      assert.ok(found <= moment);
    }
  }
});

void test("Dates and offsets have the local format", () => {
  const moment = new Date("2026-03-29T00:59:00Z");
  assert.equal(dateIn("America/New_York", moment), "2026-03-28");
  assert.equal(writtenIn("Europe/Berlin", moment), "2026-03-29T01:59+01:00");
  assert.equal(writtenIn("America/St_Johns", moment), "2026-03-28T22:29-02:30");
  assert.equal(nextDate("2026-12-31"), "2027-01-01");
});
