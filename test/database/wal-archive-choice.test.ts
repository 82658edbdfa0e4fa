import assert from "node:assert/strict";
import { test } from "node:test";
import { type SeriesInArchive, seriesAt } from "#database/wal-archive/choose-series.ts";

const at = (time: string) => new Date(`${time}Z`);

function aSeries(name: string, previous: string | null, from: string, until: string): SeriesInArchive {
  const facts = {
    format: "lectern base copy",
    formatVersion: 1,
    lectern: "0.1.0",
    postgres: "18.4",
    systemIdentifier: "7713153312149159712",
    timeline: 1,
    segmentSize: 16_777_216n,
    walStart: 0n,
    completedAt: at(from),
    previous,
  } as const;
  return { name, facts, range: { from: at(from), until: at(until), end: 0n, parts: [] } };
}

const namesAt = (all: SeriesInArchive[], time: Date | "latest") => seriesAt(all, time).map(({ name }) => name);

void test("The last commit is in the series that continues the others, although the clock was a year ahead before", () => {
  const all = [
    aSeries("before", null, "2026-11-28T09:00:00", "2027-11-28T10:00:10"),
    aSeries("ahead", "before", "2027-11-28T10:00:10", "2027-11-28T10:05:00"),
    aSeries("after", "ahead", "2026-11-28T10:05:10", "2026-11-28T12:00:00"),
  ];
  assert.deepEqual(namesAt(all, "latest"), ["after"]);
  assert.deepEqual(namesAt(all, at("2026-11-28T11:00:00")), ["after"], "It continues the first one by another one.");
  assert.deepEqual(namesAt(all, at("2026-11-28T10:00:00")), ["before"]);
  assert.deepEqual(namesAt(all, at("2027-11-28T10:01:00")), ["ahead"]);
});

void test("The installation that wrote last to a shared archive has the last commit", () => {
  const original = aSeries("original", null, "2026-11-28T09:00:00", "2026-11-28T10:00:00");
  const restored = aSeries("restored", null, "2026-11-28T11:00:00", "2026-11-28T12:00:00");
  assert.deepEqual(namesAt([original, restored], "latest"), ["restored"]);
  const both = aSeries("both", null, "2026-11-28T09:00:00", "2026-11-28T11:30:00");
  assert.deepEqual(namesAt([both, restored], "latest"), ["restored", "both"]);
});
