import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { rows, Sql } from "#database/statements/sql.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { purge } from "#domain/background/schedules/purge.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { insertEndpoint } from "#domain/webhooks/endpoints/queries.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { daysAgo, now, type Row, type Scenario } from "./purged-kind.ts";
import { client, kinds } from "./purged-kinds.ts";

const nothing = Object.fromEntries(
  [...kinds.map(({ name }) => name), "jobResults", "formSubmissions"].map((name) => [name, 0]),
);

/** The ID, or the digest or the provider's ID if this is the key. */
const keyOf = (row: Row): unknown => row["id"] ?? row["digest"] ?? row["browserDigest"] ?? row["messageId"];

void describe("The purge", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  let scenarios: Scenario[];

  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
    scenarios = [await aScenario(), await aScenario()];
  });
  after(() => installation.close());

  async function aScenario(): Promise<Scenario> {
    const site = await createSite(database, { origin: `https://${newId()}.example`, name: "A school" }, daysAgo(500));
    const newcomer = { email: `${newId()}@example.test`, name: null, roles: ["student" as const] };
    const member = await database.transaction((db) => addMemberTo({ db, site }, newcomer, daysAgo(500)));
    const [courseId, enrollmentId] = [newId(), newId()];
    await insertCourse({ db: database, site }, { id: courseId, slug: "knots", name: "Knots" }, daysAgo(500));
    const dates = { startsAt: daysAgo(500), enrolledAt: daysAgo(500) };
    const enrollment = { id: enrollmentId, studentId: member.id, courseId, ...dates };
    await insertEnrollment({ db: database, site }, enrollment, daysAgo(500));
    const [sectionId, ...lectureIds] = [newId(), newId(), newId()];
    const row = { siteId: site.id, courseId, title: "A knot", createdAt: daysAgo(500), updatedAt: daysAgo(500) };
    await database.run`insert into sections ${rows({ ...row, id: sectionId, position: 0 })}`;
    const lectures = lectureIds.map((id, position) => ({ ...row, id, sectionId, position, kind: "text" }));
    await database.run`insert into lectures ${rows(...lectures.map((one) => ({ ...one, completionRule: JSON.stringify({ kind: "view" }) })))}`;
    const endpointId = newId();
    const endpoint = { id: endpointId, url: "https://hooks.example", eventTypes: ["ping"], secret: Buffer.alloc(0) };
    await insertEndpoint({ db: database, site }, endpoint, daysAgo(500));
    const providerId = newId();
    const provider = {
      id: providerId,
      name: "Harbor",
      preset: "other",
      issuer: "https://id.example",
      scopes: ["openid"],
    };
    const dated = { createdAt: daysAgo(500), updatedAt: daysAgo(500) };
    await database.run`insert into identity_providers ${rows({ siteId: site.id, ...provider, ...dated })}`;
    await database.run`delete from audit_entries where site_id = ${site.id}`;
    return { siteId: site.id, memberId: member.id, enrollmentId, endpointId, providerId, lectureIds };
  }

  async function insert(table: string, { siteId }: Scenario, row: Row): Promise<unknown> {
    const { installationWide } = kinds.find((kind) => kind.table === table) ?? {};
    const columns = installationWide ? row : { siteId, ...row };
    await database.run`insert into ${new Sql([table], [])} ${rows(columns)}`;
    return keyOf(row);
  }

  async function keysIn(table: string): Promise<string[]> {
    const found = await database.many<Row>`select * from ${new Sql([table], [])}`;
    return found.map((row) => String(keyOf(row))).toSorted();
  }

  for (const { name, table, keptDays, row } of kinds) {
    void test(`${name}: expired rows are deleted at every site; active rows and all others stay`, async () => {
      const [justEnded, lasts] = [new Date(daysAgo(keptDays).getTime() - 1), daysAgo(keptDays)];
      const staying: unknown[] = [];
      for (const scenario of scenarios) {
        await insert(table, scenario, row(justEnded, scenario));
        staying.push(await insert(table, scenario, row(lasts, scenario)));
      }
      assert.deepEqual(await purge(database, now), { ...nothing, [name]: 2 });
      assert.deepEqual(await keysIn(table), staying.map(String).toSorted());
      assert.deepEqual(await purge(database, now), nothing);
      assert.deepEqual(await purge(database, new Date(now.getTime() + 1)), { ...nothing, [name]: 2 });
    });
  }

  void test("A client that was authorized once, or created by an operator, stays at any age", async () => {
    const old = client(daysAgo(1000));
    const kept = [
      { ...old, id: newId(), firstAuthorizedAt: daysAgo(999) },
      { ...old, id: newId(), origin: "operator" },
    ];
    for (const row of kept) await insert("clients", scenarios[0]!, row);
    assert.deepEqual(await purge(database, now), nothing);
    assert.deepEqual(await keysIn("clients"), kept.map(({ id }) => id).toSorted());
  });

  void test("Members and sites stay", async () => {
    const count = async () =>
      database.first`select (select count(*) from sites) as sites, (select count(*) from members) as members,
                            (select count(*) from accounts) as accounts`;
    const before = await count();
    await purge(database, new Date("2126-01-01T00:00:00.000Z"));
    assert.deepEqual(await count(), before);
  });

  const chosen = {
    audit_entries: ["auditRetentionDays", "auditEntries", "created_at", 90],
    notifications: ["notificationRetentionDays", "notifications", "created_at", 30],
    outbox_events: ["webhookEventRetentionDays", "events", "created_at", 7],
    webhook_deliveries: ["webhookEventRetentionDays", "webhookDeliveries", "created_at", 7],
    progress_reports: ["progressReportRetentionDays", "progressReports", "reported_at", 7],
    form_submissions: ["formSubmissionRetentionDays", "formSubmissions", "created_at", 30],
  } as const;

  for (const [table, [setting, name, , days]] of Object.entries(chosen)) {
    void test(`${name}: a site with its own retention time uses it; others keep the default`, async () => {
      const [here, there] = [await aScenario(), await aScenario()];
      const settings = JSON.stringify({ privacy: { [setting]: days } });
      await database.run`
        insert into schools (site_id, settings, created_at, updated_at)
        values (${here.siteId}, ${settings}::jsonb, ${now}, ${now})`;
      const forms = new Map<string, string>();
      for (const { siteId } of [here, there]) {
        const form = { id: newId(), name: "Ask", slug: newId(), createdAt: now, updatedAt: now };
        await insert("forms", { ...here, siteId }, form);
        forms.set(siteId, form.id);
      }
      const make = (time: Date, scenario: Scenario): Row =>
        kinds.find((kind) => kind.table === table)?.row(time, scenario) ?? {
          id: newId(),
          formId: forms.get(scenario.siteId),
          answers: {},
          createdAt: time,
          updatedAt: time,
        };
      const justOver = new Date(daysAgo(days).getTime() - 1);
      await insert(table, here, make(justOver, here));
      const staying = [
        await insert(table, here, make(daysAgo(days), here)),
        await insert(table, there, make(justOver, there)),
      ];
      const { [name]: removed } = await purge(database, now);
      assert.equal(removed, 1);
      const left = await keysIn(table);
      assert.ok(staying.every((key) => left.includes(String(key))));
      await database.run`delete from ${new Sql([table], [])} where site_id in (${here.siteId}, ${there.siteId})`;
    });
  }

  void test("The results of a job expire, and their bytes are released", async () => {
    const [{ siteId }] = scenarios as [Scenario];
    const [objectId, jobId] = [newId(), newId()];
    await database.run`insert into stored_objects (site_id, id) values (${siteId}, ${objectId})`;
    const result = { resultObjectId: objectId, resultName: "x.zip", resultExpiresAt: daysAgo(-1) };
    const job = { id: jobId, kind: "member_export", format: "json", ...result, createdAt: now, updatedAt: now };
    await insert("jobs", scenarios[0]!, job);
    assert.deepEqual(await purge(database, now), nothing);
    const over = new Date(daysAgo(-1).getTime() + 1);
    assert.equal((await purge(database, over))["jobResults"], 1);
    const object =
      await database.first`select released_at from stored_objects where site_id = ${siteId} and id = ${objectId}`;
    assert.deepEqual(object, { releasedAt: over });
    await database.run`delete from jobs where site_id = ${siteId} and id = ${jobId}`;
  });

  void test("One run deletes more rows than fit into one statement", async () => {
    await database.run`
      insert into rate_limits (site_id, digest, count, expires_at)
      select ${scenarios[0]!.siteId}, decode(lpad(to_hex(number), 64, '0'), 'hex'), 1, ${daysAgo(1)}
        from generate_series(1, 5001) as number`;
    assert.deepEqual(await purge(database, now), { ...nothing, rateLimits: 5001 });
  });
});
