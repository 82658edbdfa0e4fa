import assert from "node:assert/strict";
import { test } from "node:test";
import { batch } from "#database/statements/batch.ts";
import { sql } from "#database/statements/sql.ts";
import { database } from "../support/databases/database.ts";

const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_unused, index) => make(index));

interface Division {
  siteId: string;
  number: number;
  by: number;
  words: readonly string[] | null;
}

/** Returns exact divisions only, and the number of the statement. */
const divisions = (key?: (requested: Division) => string) =>
  batch<Division, { quotient: number; words: string[] | null; statement: string }>(
    { siteId: "uuid", number: "integer", by: "integer", words: "text[]" },
    (requested) => sql`
      with ${requested}
      select ordinal, number / by as quotient, words, statement_timestamp()::text as statement
        from requested
       where number % by = 0`,
    key,
  );

const shared = divisions();

const here = "018f0000-0000-7000-8000-000000000001";

void test("Concurrent requests share a statement, and each gets its own result", async () => {
  const texts = (index: number) =>
    index % 3 === 0 ? null : times(index % 3, (position) => `w"${position}, \\ {${index}}`);
  const answers = await Promise.all(
    times(40, (index) => database.together(shared, { siteId: here, number: index, by: 2, words: texts(index) })),
  );
  for (const [index, answer] of answers.entries()) {
    assert.equal(answer?.quotient, index % 2 === 0 ? index / 2 : undefined);
    if (answer) assert.deepEqual(answer.words, texts(index));
  }
  assert.equal(new Set(answers.flatMap((answer) => answer?.statement ?? [])).size, 1);
});

void test("A failing request does not affect others in its batch", async () => {
  const outcomes = await Promise.all(
    times(12, (index) =>
      database
        .together(shared, { siteId: here, number: 6, by: index % 4, words: [] })
        .catch((error: Error) => error.message),
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (index % 4 === 0) assert.equal(outcome, "division by zero");
    else assert.equal((outcome as { quotient: number }).quotient, 6 / (index % 4));
  }
});

void test("Requests with the same key never share a statement", async () => {
  const apart = divisions(({ number }) => String(number));
  const answers = await Promise.all(
    times(9, (index) => database.together(apart, { siteId: here, number: index % 3, by: 1, words: [] })),
  );
  for (const number of [0, 1, 2]) {
    const statements = answers.filter((answer) => answer?.quotient === number).map((answer) => answer!.statement);
    assert.equal(new Set(statements).size, 3, `the statements that were requested ${number}`);
  }
});

void test("More requests than fit into one statement all get a result", async () => {
  const answers = await Promise.all(
    times(450, (index) => database.together(shared, { siteId: here, number: index, by: 1, words: [] })),
  );
  assert.deepEqual(
    answers.map((answer) => answer?.quotient),
    times(450, (index) => index),
  );
});

void test("Inside a transaction a request is part of it", async () => {
  const additions = batch<{ siteId: string; n: number }, { n: number }>(
    { siteId: "uuid", n: "integer" },
    (requested) => sql`
      with ${requested}, added as (insert into added_together (n) select n from requested returning n)
      select requested.ordinal, added.n from requested join added using (n)`,
  );
  const refused = database.transaction(async (queries) => {
    await queries.run`create table added_together (n integer)`;
    assert.deepEqual(await queries.together(additions, { siteId: here, n: 7 }), { ordinal: 1, n: 7 });
    assert.deepEqual(await queries.many`select n from added_together`, [{ n: 7 }]);
    throw new Error("taken back");
  });
  await assert.rejects(refused, /taken back/);
  await assert.rejects(database.together(additions, { siteId: here, n: 8 }), /added_together/);
});
