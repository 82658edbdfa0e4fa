import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { now } from "../../support/clock.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { type AMember, type ASite, aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const path = "/admin/members";
const pageOf = ({ sub }: AMember) => `${path}/${sub}`;

async function aRunSite(role: "owner" | "manager" = "manager") {
  const site = await aSite();
  const runs = await site.member({ roles: [role], name: "Runa Berg" });
  return { site, runs, browser: await site.signedIn(runs) };
}

const rolesOf = async ({ site }: ASite, { id }: AMember) =>
  (await database.first<{ roles: string[]; status: string }>`
    select roles, status from members where site_id = ${site.id} and id = ${id}`)!;

void describe("The members of a school", () => {
  void test("are searched by name and address, filtered by role and state, and paginated", async () => {
    const { site, browser } = await aRunSite();
    const ana = await site.member({ name: "Ana Lima", email: "lima@harbour.example" });
    await site.member({ name: "Tom Reed", roles: ["lecturer"] });
    const found = async (query: string) => {
      const { body } = await browser.open(`${path}?${query}`);
      return [...body.matchAll(/<th scope="row">\s*<a href="\/admin\/members\/[^"]+"><bdi[^>]*>([^<]*)</g)].map(
        ([, name]) => name,
      );
    };
    assert.deepEqual(await found("q=lim"), ["Ana Lima"]);
    assert.deepEqual(await found(`q=${encodeURIComponent("lima@harbour.example")}`), ["Ana Lima"]);
    assert.deepEqual(await found("role=lecturer"), ["Tom Reed"]);
    assert.deepEqual(await found("status=suspended"), []);
    assert.match((await browser.open(`${path}?q=lima`)).body, new RegExp(`href="${pageOf(ana)}"`));
    for (let number = 0; number < 30; number++) await site.member({ name: `Student ${number}.` });
    const first = await browser.open(path);
    assert.doesNotMatch(first.body, /Ana Lima/);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first.body)![1]!.replaceAll("&amp;", "&");
    assert.match((await browser.open(next)).body, /Ana Lima/);
  });

  void test("have a page each with profile, purchases and activity", async () => {
    const { site, browser } = await aRunSite();
    const ana = await site.member({ name: "Ana Lima" });
    assert.match(textOf(await browser.open(pageOf(ana))), /No enrollments\..*No memberships\..*No orders\./);
    const course = await aCourse(site, [[{}]], { course: { name: "Knots" } });
    await enrollMember(site, ana, course, { status: "completed", completedAt: now() });
    const text = textOf(await browser.open(pageOf(ana)));
    assert.match(text, /Ana Lima Active .*Student .*Joined .*Never signed in/);
    assert.match(text, /Courses Knots Completed 0 of 1 lectures completed Enrollment Extend/);
    assert.match(text, /Recent activity .*Completed: Knots/);
    assert.match(
      (await browser.open(pageOf(ana))).body,
      new RegExp(`href="/admin/security/audit-log\\?member=${ana.sub}"`),
    );
    assert.equal((await browser.open(`${path}/mbr_00000000000000000000000000`)).status, 404);
  });

  void test("get roles no higher than the actor's, and at least one", async () => {
    const { site, browser } = await aRunSite();
    const [ana, owner] = [await site.member(), await site.member({ roles: ["owner"] })];
    const save = async (member: AMember, fields: Record<string, string>) =>
      browser.submit(await browser.open(`${pageOf(member)}/roles/edit`), fields);
    const saved = await save(ana, { "roles.lecturer": "on", "roles.student": "on" });
    assert.equal(saved.address, `${pageOf(ana)}?done=saved`);
    assert.match(textOf(saved), /Saved\./);
    assert.deepEqual((await rolesOf(site, ana)).roles, ["lecturer", "student"]);
    for (const [member, fields] of [
      [ana, {}],
      [ana, { "roles.owner": "on" }],
      [owner, { "roles.student": "on" }],
    ] as const) {
      const refused = await save(member, fields);
      assert.equal(refused.status, 422);
      assert.match(refused.body, /role="alert"/);
    }
    assert.deepEqual((await rolesOf(site, owner)).roles, ["owner"]);
    assert.deepEqual((await rolesOf(site, ana)).roles, ["lecturer", "student"]);
  });

  void test("are suspended, reinstated and signed out everywhere after a question", async () => {
    const { site, browser } = await aRunSite();
    const ana = await site.member();
    const own = await site.signedIn(ana);
    const act = async (name: string, asks: RegExp) => {
      const question = await browser.open(`${pageOf(ana)}/${name}`);
      assert.match(textOf(question), asks);
      return browser.submit(question, {});
    };
    const isIn = async () => (await own.request("GET", "/account")).statusCode === 200;
    assert.equal(await isIn(), true);
    const out = await act("revoke_sessions", /signed out in all browsers/);
    assert.equal(out.address, `${pageOf(ana)}?done=done`);
    assert.equal(await isIn(), false);
    const suspended = await act("suspend", /signed out everywhere and cannot sign in until you reinstate them/);
    assert.equal((await rolesOf(site, ana)).status, "suspended");
    assert.doesNotMatch(suspended.body, new RegExp(`href="${pageOf(ana)}/suspend"`));
    await act("unsuspend", /Reinstate/);
    assert.equal((await rolesOf(site, ana)).status, "active");
    const actions = new Set((await auditOf(site)).map(({ action }) => action));
    for (const action of ["revokeMemberSessions", "suspendMember", "unsuspendMember"])
      assert.ok(actions.has(action), action);
    const late = await browser.open(`${pageOf(ana)}/unsuspend`);
    assert.equal((await browser.submit(late, {})).status, 422);
  });

  void test("always include an owner", async () => {
    const { runs, browser } = await aRunSite("owner");
    const refused = await browser.submit(await browser.open(`${pageOf(runs)}/roles/edit`), { "roles.student": "on" });
    assert.match(textOf(refused), /This member is the only owner of the school/);
  });

  void test("lead to their courses, memberships and orders", async () => {
    const { site, browser } = await aRunSite();
    const ana = await site.member();
    const course = await aCourse(site, [[{}]], { course: { name: "Knots" } });
    await enrollMember(site, ana, course);
    const { body } = await browser.open(pageOf(ana));
    for (const link of [/href="(\/admin\/courses\/crs_\w+)"/, /href="(\/admin\/enrollments\/enr_\w+)"/]) {
      const [, address] = link.exec(body) ?? assert.fail(String(link));
      assert.equal((await browser.open(address!)).status, 200, address);
    }
  });

  void test("are hidden from members who do not manage the school", async () => {
    const { site, runs } = await aRunSite();
    const browser = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    for (const address of [path, pageOf(runs)]) assert.equal((await browser.open(address)).status, 403);
  });
});
