import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { verifyPassword } from "#domain/people/accounts/password.ts";
import { findAccountByEmail, listAccountSites } from "#domain/people/accounts/queries.ts";
import { createDemo, draftNewDemo } from "#demo/create-demo.ts";
import type { DemoEnvironment } from "#demo/demo-environment.ts";
import type { DemoFile } from "#demo/demo-file.ts";
import { demoNotice } from "#demo/demo-notice.ts";
import { demoSites } from "#demo/content/demo-sites.ts";
import { contentOf, prepareContent } from "#domain/files/files/content.ts";
import { listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import { parseId } from "#domain/platform/ids.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { findMemberByAccount } from "#domain/people/members/queries.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { countSites, findSite, listSites } from "#domain/platform/site/queries.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { storage } from "../support/worlds/storage.ts";

const createKey = () => Promise.resolve("lak_demo");

const filesIn = (cwd: string) => globSync("*/*", { cwd });

const payments = { key: randomBytes(32) };

void describe("The demo", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  let dataFolder: string;
  let file: string;

  before(async () => {
    installation = await anInstallation();
    ({ database, dataFolder } = installation);
    await openQueue(database);
    file = path.join(dataFolder, "demo.json");
  });
  after(() => installation.close());

  beforeEach(async () => {
    await database.pool.query("truncate sites, accounts cascade");
    rmSync(file, { force: true });
  });

  const start = (port = 8080, more: Partial<DemoEnvironment> = {}) =>
    createDemo(database, { port, dataFolder, now: new Date(), storage, payments, createKey, isSmall: true, ...more });
  const readFile = () => JSON.parse(readFileSync(file, "utf8")) as DemoFile;
  const origins = async () => (await listSites(database, { limit: 10 })).map(({ origin }) => origin);

  void test("An empty installation gets two sites and a credentials file that only its user can read", async () => {
    const demo = await start(9000);
    assert.equal(demo?.isNew, true);
    assert.deepEqual(await origins(), ["http://localhost:9000", "http://127.0.0.1:9000"]);
    // Tests of the server need no history.
    const { orders } = await database.one<{ orders: number }>`select count(*) as orders from orders`;
    assert.equal(orders, 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);

    const { sites } = readFile();
    for (const { id, origin, name, members } of sites) {
      const site = await findSite(database, parseId("site", id)!);
      assert.deepEqual([site?.origin, site?.name], [origin, name]);
      const roles = members.flatMap((member) => member.roles);
      assert.ok(
        roles.includes("owner") && roles.includes("lecturer") && roles.filter((role) => role === "student").length >= 2,
      );
    }
    const [first] = await listSites(database, { limit: 1 });
    assert.equal(first?.settings.signing, "on");
    assert.deepEqual(first.settings.betaFeatures, ["mcp_connections"]);
    assert.equal(first.settings.openClientMetadataDocuments, true);
  });

  void test("Every account in the file can sign in with its password, and one person is a member of both sites", async () => {
    await start();
    const { sites } = readFile();
    const positions = new Map<string, number>();
    for (const { id, members } of sites) {
      const site = await findSite(database, parseId("site", id)!);
      for (const { email, password, roles } of members) {
        const account = await findAccountByEmail(database, email);
        assert.ok(account?.emailVerifiedAt && (await verifyPassword(account.passwordHash, password)), email);
        const member = await findMemberByAccount({ db: database, site: site! }, account.id);
        assert.deepEqual([member?.status, member?.roles], ["active", roles]);
        positions.set(email, (await listAccountSites(database, account.id)).length);
      }
    }
    assert.deepEqual([...positions.values()].filter((count) => count === 2).length, 1);
  });

  void test("Students have courses with limited and lifetime access, and a playback position", async () => {
    await start();
    for (const site of await listSites(database, { limit: 2 })) {
      const students = await database.many<{ id: string }>`
      select distinct student_id as id from enrollments where site_id = ${site.id}`;
      const scope = { db: database, site };
      const lists = await Promise.all(
        students.map(({ id }) => listEnrolledCourses(scope, id, { first: 10 }, new Date())),
      );
      const courses = lists.flat();
      assert.ok(courses.some(({ expiresAt }) => expiresAt === null));
      assert.ok(courses.some(({ expiresAt }) => expiresAt && expiresAt > new Date()));
      assert.ok(courses.some(({ lastLectureId, lastPositionSeconds }) => lastLectureId && lastPositionSeconds));
      const lectures = await database.many<{ body: string; language: string }>`
      select body_markdown as body, language from lectures
      join courses on courses.site_id = lectures.site_id and courses.id = lectures.course_id
      where lectures.site_id = ${site.id} and lectures.kind = 'text'`;
      assert.ok(lectures.length >= 8);
      const { counted, present } = await database.one<{ counted: number; present: number }>`
      select (select sum(lecture_count) from courses where site_id = ${site.id}) as counted,
             (select count(*) from lectures where site_id = ${site.id}) as present`;
      assert.equal(counted, present);
      for (const { body, language } of lectures) {
        assert.ok(body.length > 80 && language === site.defaultLocale && !/^ /m.test(body));
      }
    }
  });

  void test("The next start changes nothing", async () => {
    await start();
    const before = readFile();
    const again = await start();
    assert.equal(again?.isNew, false);
    assert.deepEqual(readFile(), before);
    assert.equal(await countSites(database), 2);
  });

  void test("On another port the sites and their file are updated", async () => {
    await start(8080);
    const before = readFile();
    await start(9001);
    assert.deepEqual(await origins(), ["http://localhost:9001", "http://127.0.0.1:9001"]);
    const moved = readFile();
    assert.deepEqual(
      moved.sites.map(({ origin }) => origin),
      await origins(),
    );
    assert.deepEqual(
      moved.sites.map(({ members }) => members),
      before.sites.map(({ members }) => members),
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const legal = await database.many<{ terms: string }>`select legal ->> 'termsUrl' as terms from schools`;
    assert.deepEqual(legal.map(({ terms }) => terms).toSorted(), [
      "http://127.0.0.1:9001/terms",
      "http://localhost:9001/terms",
    ]);
  });

  void test("An interrupted change of address, before or after writing the file, is completed by the next start", async () => {
    await start(8080);
    const before = readFileSync(file);
    await start(9001);
    writeFileSync(file, before);
    await start(9001);
    assert.equal(readFile().sites[0]?.origin, "http://localhost:9001");

    const ahead = readFileSync(file);
    await start(8080);
    writeFileSync(file, ahead);
    await start(8080);
    assert.deepEqual(
      [readFile().sites[0]?.origin, (await origins())[0]],
      ["http://localhost:8080", "http://localhost:8080"],
    );
  });

  void test("A start interrupted before its commit is repeated by the next: new sites, new file", async () => {
    await start();
    const before = readFile();
    await database.pool.query("truncate sites, accounts cascade");
    const again = await start();
    assert.equal(again?.isNew, true);
    assert.notEqual(readFile().sites[0]?.id, before.sites[0]?.id);
  });

  void test("A start interrupted before its commit leaves no bytes without rows after the next", async () => {
    const folder = path.join(dataFolder, "demo-bytes");
    const school = demoSites[0]!;
    const withFile = async () => {
      const draft = (await draftNewDemo({ dataFolder, isSmall: true }))!;
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
      const content = await prepareContent(
        { site: { id: "demo" } },
        contentOf(svg, hash("sha256", svg, "buffer")),
        "page",
      );
      return {
        ...draft,
        files: new Map([[school, [{ key: "a.svg", filename: "a.svg", purpose: "page" as const, ...content }]]]),
      };
    };
    const options = { storage: { ...storage, store: openDiskStore(folder) } };
    const dies = { createKey: () => Promise.reject(new Error("killed")) };
    await assert.rejects(start(8080, { ...options, draft: withFile(), ...dies }), /killed/);
    const left = filesIn(folder);
    assert.equal(left.length, 1);
    await start(8080, { ...options, draft: withFile() });
    const rows = await database.many<{ key: string }>`select site_id || '/' || id as key from stored_objects`;
    assert.deepEqual(
      filesIn(folder),
      rows.map(({ key }) => key),
    );
    assert.notDeepEqual(filesIn(folder), left);
    await start(8080, options);
    assert.equal(filesIn(folder).length, 1);
  });

  void test("An installation with sites but without its own demo.json is left unchanged", async () => {
    const now = new Date();
    await createSite(database, { origin: "http://localhost:8080", name: "Mine" }, now);
    assert.equal(await start(9002), undefined);
    assert.throws(readFile, { code: "ENOENT" });
    const foreign = {
      sites: [{ id: "sit_01k9g2c8p4e6t0v3x5y7z9b1d3", origin: "http://localhost:8080", name: "Mine", members: [] }],
    };
    writeFileSync(file, JSON.stringify(foreign));
    assert.equal(await start(9002), undefined);
    writeFileSync(file, "torn {");
    assert.equal(await start(9002), undefined);
    assert.deepEqual(await origins(), ["http://localhost:8080"]);
    assert.equal(readFileSync(file, "utf8"), "torn {");
  });

  void test("A demo site with a custom host, or whose new host is taken, keeps its host", async () => {
    await start(8080);
    const [first] = await listSites(database, { limit: 1 });
    await database.run`
    update sites set origin = 'https://learn.school.example', host = 'learn.school.example' where id = ${first!.id}`;
    await createSite(database, { origin: "http://127.0.0.1:9003", name: "Mine" }, new Date());
    const demo = await start(9003);
    assert.deepEqual(
      demo?.sites.map(({ origin }) => origin),
      ["https://learn.school.example", "http://127.0.0.1:8080"],
    );
    assert.deepEqual(
      readFile().sites.map(({ origin }) => origin),
      ["https://learn.school.example", "http://127.0.0.1:8080"],
    );
  });

  void test("One of two processes that start at the same time on one database creates the demo, and the other says that it waits", async () => {
    const lines: string[] = [];
    // Both are ready to create it at the same time.
    const both = { draft: draftNewDemo({ dataFolder, isSmall: true }), report: (line: string) => lines.push(line) };
    const demos = await Promise.all([start(8080, both), start(8080, both)]);
    assert.deepEqual(lines, ["Waiting for another process that creates the demo schools …"]);
    assert.equal(demos.filter((demo) => demo?.isNew).length, 1);
    assert.equal(await countSites(database), 2);
    const ids = (await listSites(database, { limit: 2 })).map(({ id }) => id);
    assert.deepEqual(
      readFile().sites.map(({ id }) => parseId("site", id)),
      ids,
    );
  });

  void test("The notice shows addresses and passwords when they are new, and later only the location of the file", async () => {
    const created = demoNotice((await start())!, dataFolder);
    for (const { email, password } of readFile().sites.flatMap(({ members }) => members)) {
      assert.ok(created.includes(email) && created.includes(password));
    }
    const later = demoNotice((await start())!, dataFolder);
    assert.ok(later.includes(file) && later.includes("http://localhost:8080"));
    assert.ok(!later.includes(readFile().sites[0]!.members[0]!.password));
  });
});
