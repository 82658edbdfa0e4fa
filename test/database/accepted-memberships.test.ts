import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import pg from "pg";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migration-files.ts";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../support/database.ts";
import { connectionTo } from "../support/database-location.ts";
import { dropDatabase } from "../support/drop-database.ts";

const folder = path.join(import.meta.dirname, "../../src/database/migrations");
const first = "0059-accepted-memberships.sql";

/** A separate empty database, migrated to just before the migration under test. */
async function aDatabaseBefore(): Promise<{ client: pg.Client; drop: () => Promise<void> }> {
  const name = `before_${newId().replaceAll("-", "")}`;
  await database.pool.query(`create database ${name}`);
  const client = new pg.Client(connectionTo(name));
  await client.connect();
  await client.query("create table schema_migrations (name text primary key, applied_at timestamptz not null)");
  for (const migration of migrations().filter((each) => each < first)) {
    await client.query(readFileSync(path.join(folder, migration), "utf8"));
    await client.query("insert into schema_migrations values ($1, now())", [migration]);
  }
  const drop = async () => {
    await client.end();
    await dropDatabase(database.pool, name);
  };
  return { client, drop };
}

type Row = Record<string, unknown>;

async function insert(client: pg.Client, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const placeholders = names.map((_name, index) => `$${index + 1}`);
  await client.query(
    `insert into ${table} (${names.join(", ")}) values (${placeholders.join(", ")})`,
    Object.values(row),
  );
}

const joined = new Date("2025-01-01T00:00:00Z");
const signedIn = new Date("2025-06-01T00:00:00Z");
const dates = { created_at: joined, updated_at: joined };

async function aSite(client: pg.Client): Promise<string> {
  const id = newId();
  const host = `${id}.example.test`;
  await insert(client, "sites", { id, origin: `https://${host}`, host, name: "Harbour School", ...dates });
  return id;
}

async function anAccount(client: pg.Client, hasPassword = true) {
  const id = newId();
  const email = `${id}@example.test`;
  await insert(client, "accounts", {
    id,
    email,
    email_key: email,
    password_hash: hasPassword ? "$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA" : null,
    ...dates,
  });
  return { id, email };
}

type Account = Awaited<ReturnType<typeof anAccount>>;

async function aMember(client: pg.Client, siteId: string, { id: accountId, email }: Account, fields: Row = {}) {
  const id = newId();
  await insert(client, "members", {
    site_id: siteId,
    id,
    account_id: accountId,
    email,
    email_key: email,
    joined_at: joined,
    status: "active",
    roles: ["student"],
    ...dates,
    ...fields,
  });
  await insert(client, "account_sites", { account_id: accountId, site_id: siteId, member_id: id });
  return id;
}

void test("The migration of memberships keeps members who were active at a site, and asks all others to accept", async () => {
  const { client, drop } = await aDatabaseBefore();
  try {
    const [here, there] = [await aSite(client), await aSite(client)];
    const acted = { sign_in_count: 3, last_sign_in_at: signedIn };
    const atBothSites = async (fields: Row, elsewhere: Row = acted, hasPassword = true) => {
      const account = await anAccount(client, hasPassword);
      await aMember(client, there, account, elsewhere);
      return aMember(client, here, account, fields);
    };
    const atOne = async (fields: Row, hasPassword = true) =>
      aMember(client, here, await anAccount(client, hasPassword), fields);
    const accepted = await atBothSites({});
    await insert(client, "invitations", {
      site_id: here,
      id: newId(),
      member_id: accepted,
      email: "a@example.test",
      roles: ["student"],
      status: "accepted",
      sent_at: joined,
      expires_at: signedIn,
      ...dates,
    });
    const withSession = await atOne(acted);
    await insert(client, "sessions", {
      site_id: here,
      id: newId(),
      digest: Buffer.alloc(32, 7),
      member_id: withSession,
      authenticated_at: signedIn,
      last_seen_at: signedIn,
      expires_at: new Date("2027-01-01T00:00:00Z"),
    });

    const members: Record<string, [id: string, after: Row]> = {
      "signed in, at one site": [withSession, { status: "active", linked: true, accepted_at: signedIn }],
      "signed in, at two sites": [await atBothSites(acted), { status: "active", linked: true, accepted_at: signedIn }],
      "was only active": [
        await atBothSites({ last_active_at: signedIn }),
        { status: "active", linked: true, accepted_at: signedIn },
      ],
      "accepted an invitation": [accepted, { status: "active", linked: true, accepted_at: joined }],
      "created here with a password": [await atOne({}), { status: "active", linked: true, accepted_at: joined }],
      "imported as active, without a password": [
        await atOne({}, false),
        { status: "active", linked: true, accepted_at: joined },
      ],
      "added here because of an account elsewhere": [
        await atBothSites({}),
        { status: "invited", linked: false, accepted_at: null },
      ],
      "added and suspended here": [
        await atBothSites({ status: "suspended" }),
        { status: "suspended", linked: false, accepted_at: null },
      ],
      "suspended after a sign-in": [
        await atBothSites({ ...acted, status: "suspended" }),
        { status: "suspended", linked: true, accepted_at: signedIn },
      ],
      "invited, without a password": [
        await atOne({ status: "invited" }, false),
        { status: "invited", linked: false, accepted_at: null },
      ],
    };
    assert.equal((await migrate(client))[0], first);

    for (const [who, [id, expected]] of Object.entries(members)) {
      const { rows } = await client.query<Row>(
        `select status, account_id is not null as linked, accepted_at,
                exists (select from account_sites where site_id = $1 and member_id = members.id) as is_listed
           from members where site_id = $1 and id = $2`,
        [here, id],
      );
      assert.deepEqual(rows[0], { ...expected, is_listed: expected["linked"] }, who);
    }
    const { rows: sessions } = await client.query("select from sessions where site_id = $1", [here]);
    assert.equal(sessions.length, 1, "No active member is signed out.");
    const { rows: unclaimed } = await client.query(
      "select from accounts where password_hash is null and not exists (select from members where account_id = accounts.id)",
    );
    assert.equal(unclaimed.length, 0, "No account remains without a membership.");
  } finally {
    await drop();
  }
});
