import assert from "node:assert/strict";
import { test } from "node:test";
import { isoOfWrittenDate } from "#lib/time/written-date.ts";

void test("Dates as people and programs write them are read, and those with two meanings are left", () => {
  const read: Readonly<Record<string, string>> = {
    "2026-01-05": "2026-01-05",
    "2026-01-05T10:02:11.000Z": "2026-01-05T10:02:11Z",
    "2026-01-05 10:02:11 UTC": "2026-01-05T10:02:11Z",
    "2026-01-05 10:02:11 +0800": "2026-01-05T10:02:11+08:00",
    "2026/1/5": "2026-01-05",
    "2026年1月5日": "2026-01-05",
    "January 5, 2026": "2026-01-05",
    "Jan 5, 2026 10:02 am": "2026-01-05",
    "5 January 2026": "2026-01-05",
    "25/12/2026": "2026-12-25",
    "12/25/2026": "2026-12-25",
    "3/4/2026": "3/4/2026",
    "soon 5, 2026": "soon 5, 2026",
    "": "",
  };
  for (const [written, iso] of Object.entries(read)) assert.equal(isoOfWrittenDate(written), iso, written);
});
