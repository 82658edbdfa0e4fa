import assert from "node:assert/strict";
import { test } from "node:test";
import { type Changes, changesOf, type ChangesQuery } from "../../../packages/sdk/src/changes.ts";
import { type Page, pagesOf } from "../../../packages/sdk/src/pages.ts";
import { createTransport } from "../../../packages/sdk/src/transport.ts";
import { day, later } from "../../support/clock.ts";
import { type LiveSite, aLiveSite } from "../../support/worlds/live-site.ts";
import { make } from "../support/make.ts";
import { operatorOf } from "../support/operator.ts";

interface Course {
  id: string;
  name: string;
  updated_at: string;
}

async function aCatalog(live: LiveSite) {
  const operator = await operatorOf(live.site, "courses:read courses:write");
  const ids: Record<string, string> = {};
  for (const name of ["Knots", "Charts", "Tides"]) {
    ids[name] = (await make(operator, "/courses", { name })).id;
  }
  const transport = createTransport({ token: operator.bearer });
  const read = async (parameters: Record<string, string>) => {
    const response = await transport(`${live.origin}/api/v1/courses?${new URLSearchParams(parameters).toString()}`);
    return (await response.json()) as Page<Course>;
  };
  const readChanges = ({ sort, include_deleted, updated_at, cursor }: ChangesQuery) =>
    read({
      limit: "2",
      sort: sort.join(","),
      include_deleted: String(include_deleted),
      ...(updated_at && { "updated_at[gte]": updated_at.gte }),
      ...(cursor !== undefined && { cursor }),
    });
  return { operator, ids, read, readChanges };
}

async function collect(found: AsyncGenerator<Changes<Course>, void>) {
  const pages = await Array.fromAsync(found);
  return {
    names: pages.flatMap(({ data }) => data.map(({ name }) => name)),
    deleted: pages.flatMap(({ deleted }) => deleted.map(({ id }) => id)),
    isFull: pages.every(({ isFull }) => isFull),
    since: pages.at(-1)?.since,
  };
}

void test("Pages of a list keep deleted rows and the total", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const { operator, ids, read } = await aCatalog(live);
  await operator.delete(`/courses/${ids["Charts"]}`);
  const parameters = { limit: "2", sort: "name", include_deleted: "true", include_total: "true" };
  const pages = await Array.fromAsync(
    pagesOf((cursor) => read({ ...parameters, ...(cursor !== undefined && { cursor }) })),
  );
  assert.deepEqual(
    pages.map(({ data, deleted }) => [data.map(({ name }) => name), deleted?.map(({ id }) => id)]),
    [
      [["Knots"], [ids["Charts"]]],
      [["Tides"], []],
    ],
  );
  assert.equal(pages[0]?.page.total, 3);
});

void test("A run reads what changed and what was deleted since the last one", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const { operator, ids, readChanges } = await aCatalog(live);
  const first = await collect(changesOf(readChanges));
  assert.deepEqual(first.names, ["Knots", "Charts", "Tides"]);
  assert.equal(first.isFull, true);

  await later(120_000, async () => {
    await operator.patch(`/courses/${ids["Knots"]}`, { name: "More knots" });
    await operator.delete(`/courses/${ids["Tides"]}`);
  });
  const second = await collect(changesOf(readChanges, { since: first.since }));
  assert.equal(second.isFull, false);
  assert.deepEqual(second.deleted, [ids["Tides"]]);
  assert.equal(second.names.at(-1), "More knots");
  assert.ok(Date.parse(second.since!) >= Date.parse(first.since!) + 120_000);

  // A minute before the newest change overlaps with the last run.
  const third = await collect(changesOf(readChanges, { since: second.since }));
  assert.deepEqual([third.names, third.deleted, third.since], [["More knots"], [ids["Tides"]], second.since]);
});

void test("A run after more than 89 days reads all rows, because the server has forgotten deletions", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const { readChanges } = await aCatalog(live);
  const { since } = await collect(changesOf(readChanges));
  const now = new Date(Date.parse(since!) + 89 * day);
  const late = await collect(changesOf(readChanges, { since, now }));
  assert.deepEqual([late.isFull, late.names.length], [true, 3]);
  const early = await collect(changesOf(readChanges, { since, now: new Date(now.getTime() - day) }));
  assert.equal(early.isFull, false);
  await assert.rejects(collect(changesOf(readChanges, { since: "yesterday" })), /since is no timestamp: yesterday/);
});
