import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { assertStatus } from "./support/assert-status.ts";
import { attempts, sweep } from "./support/isolation/attempts.ts";
import { anInhabitedSite, type InhabitedSite, rowsOf } from "./support/worlds/inhabited-site.ts";
import { installationWide } from "./support/worlds/installation-wide.ts";
import { routesOfTheRouter } from "./support/worlds/routes.ts";
import { foreignKeys, tables, uniqueKeys } from "./support/releases/schema-catalogue.ts";
import { database } from "./support/databases/database.ts";
import { sampled } from "./support/thorough.ts";

const routes = await routesOfTheRouter();

/**
 * Checking this foreign key would lock a client, a grant, a token family or the site in many requests at the same time (see
 * the migrations).
 */
const withoutReferences = [
  "audit_entries",
  "authorization_codes",
  "authorizations",
  "families",
  "idempotency_keys",
  "outbox_events",
  "rate_limits",
  "sign_in_codes",
  "spent_challenges",
  "tokens",
];

void describe("one site cannot reach the data of another", () => {
  let there: InhabitedSite;
  let here: InhabitedSite;
  let perSite: string[];
  /** Leaves out counts of requests, which reach the table up to a second later. */
  const rowsThere = () =>
    rowsOf(
      there.site,
      perSite.filter((table) => table !== "rate_limits"),
    );

  before(async () => {
    there = await anInhabitedSite("Quillfeather");
    here = await anInhabitedSite("Nettlebed");
    perSite = (await tables()).filter((table) => !installationWide.includes(table));
  });

  function assertSilent(route: string, { body, headers }: LightMyRequestResponse): void {
    const answer = `${JSON.stringify(headers)}\n${body}`;
    const exposed = there.secrets.filter((secret) => answer.includes(secret));
    assert.deepEqual(exposed, [], `${route} reveals data of the other site`);
  }

  void test("every route of the running router is tested: an unlisted route fails this test", () => {
    assert.deepEqual(Object.keys(attempts).toSorted(), routes);
  });

  /** Routes that get the session, token and each id of the other site. */
  const swept = new Set(sampled(routes, 9));
  /** Routes after which all rows of the other site are compared. */
  const compared = new Set(sampled(routes, 27));
  let rows: Awaited<ReturnType<typeof rowsThere>>;

  for (const route of sampled(routes, 3)) {
    void test(`${route}: ids and tokens of another site are rejected, and its data is neither shown nor changed`, async () => {
      rows ??= await rowsThere();
      const answers = (await attempts[route]?.(there, here)) ?? [];
      assert.ok(answers.length > 0, "No route was tested.");
      for (const answer of answers) assertSilent(route, answer);
      if (swept.has(route)) for (const answer of await sweep(route, there, here)) assertSilent(route, answer);
      if (!compared.has(route)) return;
      const now = await rowsThere();
      assert.deepEqual(now, rows);
      rows = now;
    });
  }

  void test("the other site is unaffected by the attempts", async () => {
    assert.deepEqual(await rowsThere(), rows);
    assert.equal((await there.site.userinfo(there.tokens.access_token)).statusCode, 200);
    const exchanged = await there.site.exchange(there.client, there.code, there.verifier);
    assertStatus(exchanged, 200);
    const refreshed = await there.site.refresh(there.client, there.tokens.refresh_token);
    assertStatus(refreshed, 200);
    const waiting = await there.browser.open(`/consent?authorization=${there.authorization}`);
    const end = await there.browser.submit(waiting, { decision: "allow" });
    assert.match(end.address, /[?&]code=lac_/);
  });

  void test("every table except the installation-wide ones has a primary key that begins with the site", async () => {
    const keys = await uniqueKeys();
    const keyed = (table: string) => keys.some((key) => key.table === table && key.columns[0] === "site_id");
    const all = await tables();
    assert.deepEqual(
      all.filter((table) => !keyed(table)),
      installationWide.toSorted(),
    );
    const withoutSite = keys.filter(({ table, columns }) => perSite.includes(table) && columns[0] !== "site_id");
    assert.deepEqual(withoutSite, []);
  });

  void test("a foreign key includes the site or points to an installation-wide table, and never sets a column to null", async () => {
    const keys = await foreignKeys();
    const faulty = keys.filter(({ table, target, columns, targetColumns, onDelete }) => {
      if (installationWide.includes(target)) return onDelete === "n";
      const bound = columns.indexOf("site_id");
      return installationWide.includes(table) || bound < 0 || targetColumns[bound] !== "site_id" || onDelete === "n";
    });
    assert.deepEqual(faulty, []);
    const rooted = new Set(keys.map(({ table }) => table));
    assert.deepEqual(
      perSite.filter((table) => !rooted.has(table)),
      withoutReferences,
      "Tables without any foreign key, not even to their site",
    );
  });

  void test("a reference across sites cannot be stored, in any foreign key column", async () => {
    const keys = (await foreignKeys()).filter(({ columns }) => columns.includes("site_id") && columns.length > 1);
    assert.ok(keys.length >= 10, "The foreign keys were not found.");
    for (const { table, columns, target, targetColumns } of keys) {
      const [column, targetColumn] = [columns, targetColumns].map((names) => names.find((name) => name !== "site_id"));
      const update = `
        update ${table} set ${column} = (select ${targetColumn} from ${target} where site_id = $2 limit 1)
         where ctid = (select ctid from ${table} where site_id = $1 limit 1)`;
      const { rows } = await database.pool.query(`select 1 from ${table} where site_id = $1`, [here.site.id]);
      assert.ok(rows.length > 0, `${table} is empty: nothing can be tested`);
      await assert.rejects(
        database.pool.query(update, [here.site.id, there.site.id]),
        { code: "23503" },
        `${table}.${column} accepts a reference to a row of another site`,
      );
    }
  });
});
