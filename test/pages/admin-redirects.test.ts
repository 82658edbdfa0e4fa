import assert from "node:assert/strict";
import { test } from "node:test";
import { insertRedirect } from "#domain/platform/addresses/redirect-queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { aSite } from "../support/world.ts";
import { textOf } from "./support/asked.ts";

const path = "/admin/redirects";

void test("Redirects are listed with their origin, and deleted", async () => {
  const site = await aSite();
  const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
  assert.match(textOf(await manager.open(path)), /No redirects\./);
  const scope = { db: database, site: site.site };
  const [own, renamed] = [newId(), newId()];
  await insertRedirect(scope, { id: own, from: "/old", to: "/courses", status: 301 }, now());
  const fields = { resourceKind: "course", resourceId: newId() } as const;
  await insertRedirect(scope, { id: renamed, from: "/courses/<b>", to: "/courses/b", status: 301, ...fields }, now());
  const list = await manager.open(path);
  assert.match(textOf(list), /\/courses\/&lt;b&gt; Leads to \/courses\/b Added after the address of a page changed, /);
  assert.match(textOf(list), /\/old Leads to \/courses Added /);
  const action = list.body.match(/action="(\/admin\/redirects\/rdr_\w+\/delete)"/)![1]!;
  const deleted = await manager.submit(list, {}, action);
  assert.match(textOf(deleted), /The redirect has been deleted\./);
  const again = await manager.submit(list, {}, action);
  assert.match(textOf(again), /The redirect has been deleted\./);
  assert.doesNotMatch(textOf(again), /&lt;b&gt;/);
  const other = await aSite();
  const stranger = await other.signedIn(await other.member({ roles: ["owner"] }));
  const rest = again.body.match(/action="(\/admin\/redirects\/rdr_\w+\/delete)"/)![1]!;
  await stranger.open(rest, { version: "1" });
  assert.match(textOf(await manager.open(path)), /\/old/);
});
