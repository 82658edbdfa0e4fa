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
      return [...body.matchAll(/<h2><a href="\/admin\/members\/[^"]+"><bdi[^>]*>([^<]*)</g)].map(([, name]) => name);
    };
    assert.deepEqual(await found("q=lim"), ["Ana Lima"]);
    assert.deepEqual(await found(`q=${encodeURIComponent("lima@harbour.example")}`), ["Ana Lima"]);
    assert.deepEqual(await found("role=lecturer"), ["Tom Reed"]);
    assert.deepEqual(await found("status=suspended"), []);
    assert.equal((await found("role=moon&status=sun")).length, 3);
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
    assert.match(text, /Ana Lima .*Student .*Active Joined .*Never signed in/);
    assert.match(text, /Courses Knots 0 of 1 lectures completed Completed/);
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
      browser.submit(await browser.open(pageOf(member)), fields, `${pageOf(member)}/roles`);
    const saved = await save(ana, { "role.lecturer": "on", "role.student": "on" });
    assert.equal(saved.address, `${pageOf(ana)}?done=roles`);
    assert.match(textOf(saved), /The roles have been saved\./);
    assert.deepEqual((await rolesOf(site, ana)).roles, ["lecturer", "student"]);
    for (const [member, fields, says] of [
      [ana, {}, /Choose at least one role\./],
      [ana, { "role.owner": "on" }, /grant a role above your own/],
      [owner, { "role.student": "on" }, /members with a higher role/],
    ] as const) {
      const refused = await save(member, fields);
      assert.equal(refused.status, 409);
      assert.match(textOf(refused), says);
    }
    assert.deepEqual((await rolesOf(site, owner)).roles, ["owner"]);
    assert.deepEqual((await rolesOf(site, ana)).roles, ["lecturer", "student"]);
  });

  void test("are suspended and reinstated, and signed out everywhere", async () => {
    const { site, browser } = await aRunSite();
    const ana = await site.member();
    const own = await site.signedIn(ana);
    const act = async (name: string) => browser.submit(await browser.open(pageOf(ana)), {}, `${pageOf(ana)}/${name}`);
    const isIn = async () => (await own.request("GET", "/account")).statusCode === 200;
    assert.equal(await isIn(), true);
    assert.match(textOf(await act("sessions")), /The member has been signed out everywhere\./);
    assert.equal(await isIn(), false);
    assert.match(textOf(await act("suspend")), /The member has been suspended\./);
    assert.equal((await rolesOf(site, ana)).status, "suspended");
    assert.doesNotMatch((await browser.open(pageOf(ana))).body, new RegExp(`action="${pageOf(ana)}/suspend"`));
    await act("unsuspend");
    assert.equal((await rolesOf(site, ana)).status, "active");
    const actions = new Set((await auditOf(site)).map(({ action }) => action));
    for (const action of ["revokeMemberSessions", "suspendMember", "unsuspendMember"])
      assert.ok(actions.has(action), action);
    const late = await browser.submit(await browser.open(pageOf(ana)), {}, `${pageOf(ana)}/suspend`);
    assert.match(
      textOf(await browser.open(`${pageOf(ana)}/suspend`, { csrf: csrfIn(late.body) })),
      /no longer allows this action/,
    );
  });

  void test("always include an owner", async () => {
    const { runs, browser } = await aRunSite("owner");
    const form = await browser.open(pageOf(runs));
    const refused = await browser.submit(form, { "role.student": "on" }, `${pageOf(runs)}/roles`);
    assert.match(textOf(refused), /This member is the only owner of the school/);
  });

  void test("are hidden from members who do not manage the school", async () => {
    const { site, runs } = await aRunSite();
    const browser = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    for (const address of [path, pageOf(runs)]) assert.equal((await browser.open(address)).status, 403);
  });
});

const csrfIn = (body: string) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;
