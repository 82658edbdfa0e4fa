import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import pg from "pg";
import { batch } from "#database/statements/batch.ts";
import { openDatabase } from "#database/database.ts";
import { restoreCode } from "#database/connection/node-error.ts";
import { sql } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { assertStatus } from "../support/assert-status.ts";
import { connectionConfig, database } from "../support/databases/database.ts";
import { aSite, buildProcess, siteAt, type Tokens } from "../support/world.ts";

/** The requests of a statement: their number, and how many sites they are of. */
const shares = batch<{ siteId: string }, { requests: number; sites: number }>(
  { siteId: "uuid" },
  (requested) => sql`
    with ${requested}, counted as (select count(*) as requests, count(distinct site_id) as sites from requested)
    select ordinal, requests, sites from requested cross join counted`,
);

/** The code of an error after a copy. */
const copied = (message: string, routine = "ReportCopyError") =>
  restoreCode(Object.assign(new pg.DatabaseError(message, 0, "error"), { code: "XX000", routine })).code;

/** One server accepts the statements in the form for a cluster. */
void describe("In the form for a Citus cluster", () => {
  const cluster = openDatabase(connectionConfig, { isDistributed: true });
  after(() => cluster.close());

  void test("requests share a statement only with those of their site", async () => {
    const sites = [newId(), newId(), newId()];
    const requests = Array.from({ length: 60 }, (_, index) => ({ siteId: sites[index % 3]! }));
    const answers = await Promise.all(requests.map((request) => cluster.together(shares, request)));
    assert.deepEqual(new Set(answers.map((answer) => answer?.sites)), new Set([1]));
    assert.ok(answers.some((answer) => answer!.requests > 1));
    const mixed = await Promise.all(requests.map((request) => database.together(shares, request)));
    assert.ok(mixed.some((answer) => answer!.sites > 1));
  });

  void test("applications get, use, refresh and revoke tokens", async () => {
    const process = buildProcess({ db: cluster, sites: openSiteDirectory(cluster) });
    const there = await aSite();
    const site = siteAt(there.site, process);
    const [client, member] = [await site.register(), await site.member()];
    const tokens = await site.connect(client, member, "openid");
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
    const refreshed = await site.refresh(client, tokens.refresh_token);
    assertStatus(refreshed, 200);
    const next = refreshed.json<Tokens>();
    const named = { client_id: client.clientId, client_secret: client.clientSecret };
    assert.equal((await site.postForm("/api/oauth/revoke", { token: next.refresh_token, ...named })).statusCode, 200);
    assert.equal((await site.userinfo(next.access_token)).statusCode, 401);
    await process.close();
  });

  void test("an error of a node during a copy has the code that one server reports", () => {
    assert.equal(copied('duplicate key value violates unique constraint "courses_slug_102117"'), "23505");
    assert.equal(copied('insert or update on table "a" violates foreign key constraint "b"'), "23503");
    assert.equal(copied("out of memory"), "XX000");
    assert.equal(copied('duplicate key value violates unique constraint "a"', "other"), "XX000");
  });
});
