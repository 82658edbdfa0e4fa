import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { formatId, newId } from "#domain/platform/ids.ts";
import { findJob } from "#domain/platform/jobs/job-queries.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { insertAccount } from "#domain/people/accounts/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { eraseMember } from "#domain/privacy/erase-member.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { randomFrom } from "../support/data/random.ts";
import { searchDatabase } from "../support/worlds/whole-database.ts";
import { joinSite } from "../../src/domain/people/members/access/join-site.ts";

const program = path.join(import.meta.dirname, "support/job-process.ts");
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);

void describe("an erasure whose process is killed repeatedly", () => {
  const random = randomFrom(seed);
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
    await openQueue(installation.database);
  });
  after(() => installation.close());

  async function aPerson() {
    const { database } = installation;
    const site = await createSite(database, { origin: "https://one.example", name: "One" }, new Date());
    const email = `ana-${newId()}@example.test`;
    const [accountId, at] = [newId(), new Date()];
    const account = { id: accountId, email, emailVerifiedAt: at, passwordHash: null, locale: null, createdAt: at };
    await insertAccount(database, account);
    const person = { accountId, email, name: "Ana Quillfeather", roles: ["student"] } as const;
    const { member } = await database.transaction((db) => joinSite({ db, site }, person, at));
    // Enough rows of every kind that a kill interrupts a table.
    await database.run`
      insert into notifications (site_id, id, member_id, topic, title, body, created_at)
      select ${site.id}, gen_random_uuid(), ${member.id}, 'announcement', ${email}, 'x', now()
        from generate_series(1, 8000::int)`;
    await database.run`
      insert into audit_entries (site_id, id, action, actor_kind, member_id, details, address, created_at)
      select ${site.id}, gen_random_uuid(), 'signIn', 'person', ${member.id}, ${{ email }}, '2001:db8::7', now()
        from generate_series(1, 8000::int)`;
    await database.run`
      insert into outbox_events (site_id, id, type, object_id, data, member_id, created_at)
      select ${site.id}, gen_random_uuid(), 'member.updated', ${formatId("member", member.id)}, ${{ email }},
             ${member.id}, now() from generate_series(1, 4000::int)`;
    return { site, member, email, accountId };
  }

  void test(`completes as if uninterrupted (CRASH_SEED=${seed})`, async (t) => {
    const { database, connection, dataFolder } = installation;
    const { site, member, email, accountId } = await aPerson();
    const context = {
      db: database,
      site,
      caller: { kind: "cli" },
      now: new Date(),
      requestId: null,
      address: null,
    } as const;
    const requested = { id: formatId("member", member.id), confirmEmail: email, reason: "Asked for" };
    const { id: jobId } = await perform(eraseMember, context, requested);
    const options = JSON.stringify({ connection, folder: path.join(dataFolder, "files"), siteId: site.id, jobId });

    /** Remaining rows of the person, which shrink with every committed statement. */
    const left = async () =>
      (await database.first<{ count: number }>`
        select (select count(*) from notifications where site_id = ${site.id} and member_id = ${member.id})
               + (select count(*) from audit_entries where site_id = ${site.id} and member_id = ${member.id})
               + (select count(*) from outbox_events where site_id = ${site.id} and member_id = ${member.id})
               - (select processed from jobs where site_id = ${site.id} and id = ${jobId}) as count`)!.count;
    const job = async () => (await findJob(context, jobId))!;

    let killed = 0;
    for (let round = 0; round < 60 && (await job()).status !== "succeeded"; round++) {
      const before = await left();
      const child = spawn(process.execPath, [program, options], { stdio: ["ignore", "ignore", "inherit"] });
      const ended = once(child, "exit");
      const isOver = async () => child.exitCode !== null;
      while ((await left()) === before && !(await isOver())) await delay(2);
      await Promise.race([delay(random() * 400), ended]);
      if (child.exitCode === null) killed++;
      child.kill("SIGKILL");
      await ended;
      // A killed process holds its lock until the server notices.
      await delay(50);
    }
    t.diagnostic(JSON.stringify({ killed }));
    assert.equal((await job()).status, "succeeded");
    assert.ok(killed >= 1, `It was killed only ${killed} times.`);
    const traces = [email, member.id, formatId("member", member.id), "Quillfeather", "2001:db8::7", accountId];
    const remains = await searchDatabase(traces, database);
    assert.deepEqual(remains.map(({ table }) => table).toSorted(), ["audit_entries", "outbox_events"]);
    const events = await database.many`select id from outbox_events where type = 'member.erased'`;
    assert.equal(events.length, 1);
  });
});
