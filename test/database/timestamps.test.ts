import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { timestamps } from "#database/statements/timestamps.ts";
import { database } from "../support/databases/database.ts";

interface Both {
  written: Date | number | null;
  at: Date | number | null;
}

const readBoth = (texts: readonly (string | null)[]) =>
  database.many<Both>`
    select given.at as written, ${timestamps("given", "at")}
      from unnest(${texts}::timestamptz[]) with ordinality as given (at, place) order by given.place`;

void test("A timestamp is parsed from its eight bytes as from its text", async () => {
  const texts = [
    null,
    "infinity",
    "-infinity",
    "2000-01-01 00:00:00+00",
    "1999-12-31 23:59:59.999999+00",
    "1969-12-31 23:59:59.9995+00",
    "0101-03-01 00:00:00.0015+00",
    "2285-06-05 23:47:34.740993+00",
    "9999-12-31 23:59:59.999+00",
    "9999-12-31 23:59:59.999999+00",
  ];
  const read = await readBoth(texts);
  assert.equal(read.length, texts.length);
  for (const [index, { written, at }] of read.entries()) assert.deepEqual(at, written, String(texts[index]));
});

void test("Any other timestamp is parsed to the millisecond", async () => {
  const moment = fc.date({
    min: new Date("0101-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 200 }), async (dates) => {
      const read = await readBoth(dates.map((date) => date.toISOString()));
      assert.deepEqual(
        read.map(({ at }) => at),
        dates,
      );
    }),
    { numRuns: 20 },
  );
});
