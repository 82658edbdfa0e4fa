import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { mergeSteps } from "#domain/privacy/merges/merge-members.ts";
import { columnsOf, wordsOf } from "#domain/platform/declared-table.ts";
import { type PersonalTable } from "#domain/privacy/personal-table.ts";
import { personalTables } from "#domain/privacy/tables.ts";
import { unzipSync } from "fflate";
import { assertStatus } from "../support/assert-status.ts";
import { database } from "../support/databases/database.ts";
import { aPersonEverywhere, type Everywhere } from "../support/worlds/person-everywhere.ts";
import { setRoles } from "../support/worlds/records.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { searchDatabase } from "../support/worlds/whole-database.ts";
import { type AMember, postbox } from "../support/world.ts";
import { mergeBoth } from "../rest/support/member-merges.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";

void describe("The declarations of merging", () => {
  void test("cover every table with an owner, an actor or another member: a new one fails this test", () => {
    for (const { table, owner, actors, merging } of personalTables) {
      if (owner || actors) assert.ok(merging, `Declare how a merge of members treats ${table}.`);
    }
  });

  void test("cover every foreign key to members", async () => {
    const { rows } = await database.pool.query<{ table: string; column: string }>(`
      select conrelid::regclass::text as table, attname as column
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
       where contype = 'f' and confrelid = 'members'::regclass and attname <> 'site_id'`);
    assert.ok(rows.length > 30);
    for (const { table, column } of rows) {
      const declared = personalTables.find((each) => each.table === table);
      assert.ok(declared?.merging, `Declare how a merge of members treats ${table}.`);
      assert.ok(columnsOf(declared).includes(column));
      if (declared.merging.how === "own") continue;
      const moved = [declared.owner?.column, ...wordsOf(declared.actors)];
      assert.ok(moved.includes(column), `${table}.${column} moves as an owner or an actor, or with code of its own.`);
      assert.notEqual(declared.merging.how, "keep", table);
    }
  });

  void test("have a step for each table with code of its own", () => {
    const own = personalTables.filter(({ merging }) => merging?.how === "own").map(({ table }) => table);
    assert.deepEqual(own.toSorted(), Object.keys(mergeSteps).toSorted());
  });

  void test("name columns that no two rows of a member share, as the database does", async () => {
    const { rows } = await database.pool.query<{ table: string; columns: string[] }>(`
      select indrelid::regclass::text as table, array_agg(attname::text) as columns
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
       where indisunique group by indexrelid, indrelid`);
    for (const { table, owner, merging } of personalTables) {
      if (!owner || owner.through !== undefined || (merging?.how !== "move" && merging?.how !== "once")) continue;
      const unique = rows
        .filter((each) => each.table === table && each.columns.includes(owner.column))
        .map(({ columns }) => columns.filter((column) => column !== "site_id" && column !== owner.column).toSorted());
      const declared = merging.how === "once" ? [wordsOf(merging.columns).toSorted()] : [];
      assert.deepEqual(unique, declared, `Two rows of ${table} can collide: declare \`once\` or \`own\`.`);
    }
  });
});

void describe("A member with data everywhere who is merged", () => {
  let person: Everywhere;
  let operator: Operator;
  let into: AMember;
  let owned: Map<string, number>;

  before(async () => {
    person = await aPersonEverywhere();
    const { site, member } = person;
    operator = await operatorOf(site, "members:read members:write school:read orders:read");
    into = await site.member({ name: "Cy Newlin" });
    // These prevent a merge.
    await setRoles(site, member, ["student"]);
    await database.run`update lecturers set member_id = null where site_id = ${site.site.id} and member_id = ${member.id}`;
    for (const table of ["passkeys", "authenticator_apps", "recovery_codes"]) {
      await database.pool.query(`delete from ${table} where site_id = $1`, [site.site.id]);
    }
    // Their address would get no email.
    await database.run`delete from suppressed_addresses where site_id = ${site.site.id}`;
    owned = await countsOf(site.site.id, member);
    const { status } = await mergeBoth(operator, member, into);
    assert.equal(status, "completed");
  });

  void test("had rows in all tables that move", () => {
    for (const { table, owner, merging } of personalTables) {
      if (!owner || owner.through !== undefined || merging?.how !== "move") continue;
      assert.ok((owned.get(table) ?? 0) > 0, table);
    }
  });

  void test("leaves everything to the surviving member", async () => {
    const after = await countsOf(person.site.site.id, into);
    for (const { table, merging } of personalTables) {
      if (merging?.how !== "move" && merging?.how !== "once") continue;
      // The merge itself is one more.
      const more = table === "member_merges" ? 1 : 0;
      assert.ok((after.get(table) ?? 0) >= (owned.get(table) ?? 0) + more, table);
    }
  });

  void test("is named in history only", async () => {
    const { id } = person.member;
    const history = new Set(["audit_entries.member_id", "outbox_events.member_id", "member_merges.from_member_id"]);
    const { rows: columns } = await database.pool.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
       where table_schema = current_schema() and udt_name = 'uuid' and column_name <> 'site_id'`);
    for (const { table, column } of columns) {
      if (history.has(`${table}.${column}`)) continue;
      const { rows } = await database.pool.query(`select 1 from ${table} where ${column} = $1 limit 1`, [id]);
      assert.equal(rows.length, 0, `${table}.${column}`);
    }
  });

  void test("is found by an export of the surviving member", async () => {
    const response = await operator.post(`/members/${into.sub}/export_data`);
    assertStatus(response, 202);
    await runJobsOf(person.site);
    const { id } = response.json<{ id: string }>();
    const { result } = (await operator.get(`/jobs/${id}`)).json<{ result: { url: string } }>();
    const { pathname, search } = new URL(result.url);
    const files = unzipSync((await person.site.get(`${pathname}${search}`)).rawPayload);
    const text = (name: string) => Buffer.from(files[`${name}.json`]!).toString();
    assert.ok(text("member_merges").includes(person.member.email) && text("member_merges").includes(person.member.sub));
    assert.ok(JSON.parse(text("orders")).length > 0 && text("activity").includes(person.member.sub));
  });

  void test("leaves no trace after an erasure of the surviving member", async () => {
    const erasing = { confirm_email: into.email, reason: "Requested by email", cancel_subscriptions: true };
    assertStatus(await operator.post(`/members/${into.sub}/erase`, erasing), 202);
    await runJobsOf(person.site, { mail: postbox });
    assert.equal((await operator.get(`/members/${into.sub}`)).statusCode, 404);
    const traces = [...person.traces, into.email];
    const remains = (await searchDatabase(traces))
      // The profile that was unlinked before the merge is a text of the school.
      .filter(({ table }) => table !== "lecturers")
      .map(({ table, row, text }) => `${table} with ${text}: ${row}`);
    assert.deepEqual(remains, []);
  });
});

const isOwned = ({ owner, table }: PersonalTable) => owner && owner.through === undefined && !table.includes(".");

/** Numbers of rows that a member owns, by table. */
async function countsOf(siteId: string, { id }: AMember): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, owner } of personalTables.filter(isOwned)) {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::integer as count from ${table} where site_id = $1 and ${owner!.column} = $2`,
      [siteId, id],
    );
    counts.set(table, rows[0]!.count);
  }
  return counts;
}
