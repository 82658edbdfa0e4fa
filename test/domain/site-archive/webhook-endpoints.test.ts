import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { exportedSite, importedSite } from "./support.ts";

async function addEndpoint({ id: siteId }: ASite, url: string, eventTypes: readonly string[]): Promise<void> {
  await database.run`
    insert into webhook_endpoints (site_id, id, url, event_types, secret, created_at, updated_at)
    values (${siteId}, ${newId()}, ${url}, ${eventTypes}, ${Buffer.from("sealed")}, ${now()}, ${now()})`;
}

const endpointsOf = ({ id }: ASite) =>
  database.many<{ url: string; eventTypes: string[] }>`
    select url, event_types from webhook_endpoints
     where site_id = ${id} and deleted_at is null order by url, event_types`;

const receiver = "https://hooks.school.example/lectern";

void test("An import stores only as many webhook endpoints as a site can have, and reports the others", async () => {
  const [source, target] = [await aSite(), await aSite()];
  for (const number of [1, 2]) await addEndpoint(source, `${receiver}/${number}`, ["course.created"]);
  for (let number = 1; number < 100; number++)
    await addEndpoint(target, `${receiver}/old/${number}`, ["course.created"]);
  const run = await importedSite(target, await exportedSite(source));
  assert.deepEqual(run.counts["webhook_endpoints"], { created: 1, unchanged: 0, conflicts: 0, failed: 1 });
  assert.deepEqual(
    run.reported.map(({ detail }) => detail),
    ["A site can have at most 100 webhook endpoints. Delete one first."],
  );
  assert.equal((await endpointsOf(target)).length, 100);
});

void test("An import knows the webhook endpoints of one receiver by their event types", async () => {
  const [source, target] = [await aSite(), await aSite()];
  for (const type of ["course.created", "course.updated"]) await addEndpoint(source, receiver, [type]);
  const archive = await exportedSite(source);
  await importedSite(target, archive);
  const copied = await endpointsOf(target);
  await database.run`
    delete from webhook_endpoints where site_id = ${target.id} and event_types = ${["course.created"]}`;
  const { counts, reported } = await importedSite(target, archive);
  assert.deepEqual(reported, []);
  assert.deepEqual(counts["webhook_endpoints"], { created: 1, unchanged: 1, conflicts: 0, failed: 0 });
  assert.deepEqual(await endpointsOf(target), copied);
});
