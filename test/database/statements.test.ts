import assert from "node:assert/strict";
import { test } from "node:test";
import type { Queries } from "#database/database.ts";
import { database } from "../support/databases/database.ts";

const many = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_unused, index) => make(index)));

void test("Values arrive unchanged, whatever they contain", async () => {
  const texts = ["plain", "", "null", "NULL", "a b", 'quote "', "back \\ slash", "comma, {brace}", "學習\n"];
  const bytes = Buffer.from([0, 92, 34, 255]);
  const record = { text: 'it\'s "quoted"', list: [1, null, { deep: true }] };
  const at = new Date("2026-11-20T21:01:09.313Z");
  const row = await database.first`
    select ${texts}::text[] as words, ${[]}::text[] as no_words, ${["a", null]}::text[] as with_null,
           ${[bytes]}::bytea[] as list_of_bytes, ${bytes}::bytea as bytes, ${[1, 2.5]}::float8[] as numbers,
           ${[at]}::timestamptz[] as times, ${at}::timestamptz as at, ${record}::jsonb as record,
           ${true}::boolean as yes, ${2 ** 40}::bigint as big, ${-0.5}::float8 as fraction,
           ${null}::text as nothing, ${undefined}::text as left_out, ${"it's"}::text as word_of_one`;
  assert.deepEqual(row, {
    words: texts,
    noWords: [],
    withNull: ["a", null],
    listOfBytes: [bytes],
    bytes,
    numbers: [1, 2.5],
    times: [at],
    at,
    record,
    yes: true,
    big: 2 ** 40,
    fraction: -0.5,
    nothing: null,
    leftOut: null,
    wordOfOne: "it's",
  });
});

void test("Timestamps are parsed to the millisecond, for any fraction and year", async () => {
  const moments = [
    "2026-11-20T21:01:09.000Z",
    "2026-11-20T21:01:09.300Z",
    "2026-02-28T23:59:59.310Z",
    "2024-02-29T00:00:00.007Z",
    "1969-12-31T23:59:59.999Z",
    "0099-03-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
  ];
  const read = await database.many<{ at: Date }>`
    select at from unnest(${moments}::timestamptz[]) with ordinality as moments (at, place) order by place`;
  assert.deepEqual(
    read.map(({ at }) => at.toISOString()),
    moments,
  );
  const between = await database.first`select '2026-11-20 21:01:09.3136999+00'::timestamptz as at`;
  assert.deepEqual(between, { at: new Date("2026-11-20T21:01:09.313Z") });
});

const ask = (index: number) => database.many`
  select number, ${index}::integer as asked_by from generate_series(1, ${(index % 3) + 1}::integer) as number`;

void test("A statement returns its own rows, the first time and later, with any number in flight", async () => {
  for (const round of [1, 2]) {
    for (const [index, rows] of (await many(30, ask)).entries()) {
      const expected = Array.from({ length: (index % 3) + 1 }, (_unused, row) => ({ number: row + 1, askedBy: index }));
      assert.deepEqual(rows, expected, `round ${round}`);
    }
  }
});

void test("A statement without rows or columns returns the number of affected rows", async () => {
  assert.deepEqual(await database.many`select 1 as one where false`, []);
  assert.equal(await database.first`select 1 as one where false`, undefined);
  assert.equal(await database.run`select 1 as one from generate_series(1, 7)`, 7);
  assert.equal(await database.run`delete from rate_limits where false`, 0);
  const counts = await database.transaction(async (queries) => {
    await queries.run`create temporary table counted (n integer) on commit drop`;
    return [
      await queries.run`insert into counted select generate_series(1, 12)`,
      await queries.run`update counted set n = n + 1 where n > 10`,
    ];
  });
  assert.deepEqual(counts, [12, 2]);
});

const row = (queries: Queries, n: number) => queries.one<{ n: number }>`select ${n}::integer as n`;

void test("A transaction runs concurrent statements in turn, and none after its end", async () => {
  const rows = await database.transaction((queries) => Promise.all([1, 2, 3].map((n) => row(queries, n))));
  assert.deepEqual(rows, [{ n: 1 }, { n: 2 }, { n: 3 }]);

  let ended: Queries | undefined;
  const failed = database.transaction((queries) => {
    ended = queries;
    return queries.first`select 1 / 0`;
  });
  await assert.rejects(failed, /division by zero/);
  await assert.rejects(row(ended!, 4), /The transaction has ended/);
});

const insert = (queries: Queries, n: number) => queries.run`insert into numbered values (${n}::integer)`;

void test("A savepoint takes its turn: statements beside it are neither rolled back with it nor run inside it", async () => {
  const kept = await database.transaction(async (queries) => {
    await queries.run`create temporary table numbered (n integer primary key) on commit drop`;
    const savepoint = (...numbers: number[]) =>
      queries.attempt(async (inside) => {
        for (const n of numbers) await insert(inside, n);
      });
    const outcomes = await Promise.allSettled([
      insert(queries, 1),
      savepoint(2, 1),
      insert(queries, 3),
      savepoint(4, 5),
      queries.attempt(() => Promise.all([savepoint(6), savepoint(7, 1), insert(queries, 8)])),
      queries.attempt(async (inside) => [await insert(queries, 9), await insert(inside, 10)]),
    ]);
    return {
      outcomes: outcomes.map(({ status }) => status === "fulfilled"),
      numbers: (await queries.many<{ n: number }>`select n from numbered order by n`).map(({ n }) => n),
    };
  });
  assert.deepEqual(kept, { outcomes: [true, false, true, true, false, true], numbers: [1, 3, 4, 5, 9, 10] });
});

const divide = (by: number) => database.first<{ quotient: number }>`select 6 / ${by}::integer as quotient`;

void test("A failing statement does not affect others in flight, and works the next time", async () => {
  const outcomes = await many(12, (index) => divide(index % 4).catch((error: Error) => error.message));
  for (const [index, outcome] of outcomes.entries()) {
    if (index % 4 === 0) assert.equal(outcome, "division by zero");
    else assert.deepEqual(outcome, { quotient: 6 / (index % 4) });
  }
  assert.deepEqual(await divide(2), { quotient: 3 });
});

void test("An error names where the statement was run", async () => {
  await assert.rejects(divide(0), (error: Error) => error.stack!.includes("statements.test.ts"));
});

void test("A prepared statement is run again after its table got another column", async () => {
  const columns = await database.transaction(async (queries) => {
    await queries.run`create temporary table growing (a integer) on commit drop`;
    await queries.run`insert into growing values (1)`;
    const read = () => queries.first`select a from growing`;
    const before = await read();
    await queries.run`alter table growing add column b text default 'b'`;
    return [before, await read(), await queries.first`select b, a from growing`];
  });
  assert.deepEqual(columns, [{ a: 1 }, { a: 1 }, { b: "b", a: 1 }]);
});
