import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { publishEverything } from "../../support/worlds/published.ts";
import { aSite } from "../../support/world.ts";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { anOperator, operatorOf } from "../../rest/support/operator.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { database as db } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";

const scopes = `${assignmentScopes} events:read events:write lecturers:read lecturers:write`;

/** Addresses of the links in the content of a page. */
const linksIn = ({ body }: { body: string }) =>
  [...body.slice(body.indexOf("<h1>")).matchAll(/href="(\/[^"#]*)"/g)].map(([, href]) =>
    href!.replaceAll("&amp;", "&"),
  );

void describe("Today", () => {
  void test("leads every member of the staff only to pages that they may open", async () => {
    const { site } = await anInhabitedSite("Fernhill");
    for (const role of ["owner", "manager", "lecturer", "teaching_assistant"] as const) {
      const browser = await site.signedIn(await site.member({ roles: [role] }));
      const page = await browser.open("/admin");
      assert.equal(page.status, 200, role);
      assert.match(page.body, /<h1>Today<\/h1>/);
      const links = linksIn(page);
      assert.equal(
        links.length > 0,
        role === "owner" || role === "manager",
        "Nothing waits for teachers without courses.",
      );
      for (const link of links) assert.equal((await browser.open(link)).status, 200, `${role}: ${link}`);
    }
  });

  void test("counts up to 99, and only what waits", async () => {
    const operator = await anOperator(scopes);
    const owner = await operator.site.signedIn(await operator.site.member({ roles: ["owner"] }));
    const before = textOf(await owner.open("/admin"));
    assert.match(before, /You’re all caught up\. /);
    for (let number = 1; number <= 100; number++) {
      const course = { name: `Knots ${number}`, slug: newId() };
      assertStatus(await operator.post("/courses", course), 201);
    }
    const page = await owner.open("/admin");
    assert.match(textOf(page), /Courses in draft 99\+ /);
    assert.doesNotMatch(textOf(page), /Submissions to grade/);
  });

  void test("shows teachers their own submissions and events only", async () => {
    const owner = await anOperator(scopes);
    const [own, foreign] = [await aClass(owner), await aClass(owner)];
    await own.handIn({ text: "Mine" });
    await foreign.handIn({ text: "Theirs" });
    const lecturer = await operatorOf(owner.site, assignmentScopes, { roles: ["lecturer"] });
    await letTeach(lecturer, own.course);
    const { data } = (await owner.get("/lecturers")).json<{ data: { id: string }[] }>();
    const starts_at = new Date(now().getTime() + 3 * day).toISOString();
    const ends_at = new Date(now().getTime() + 4 * day).toISOString();
    for (const [name, lecturer_ids] of [
      ["Own evening", data.map(({ id }) => id)],
      ["Other evening", []],
    ] as const) {
      const time_zone = "Asia/Taipei";
      const event = {
        name,
        slug: newId(),
        format: "online",
        time_zone,
        online_url: "https://meet.example/knots",
        starts_at,
        ends_at,
        lecturer_ids,
      };
      const made = await owner.post("/events", event);
      assertStatus(made, 201);
      assertStatus(await owner.post(`/events/${made.json<{ id: string }>().id}/publish`, {}), 200);
    }
    const browser = await owner.site.signedIn(lecturer.member);
    const page = textOf(await browser.open("/admin"));
    assert.match(page, /Submissions to grade 1 /);
    assert.match(page, /Own evening/);
    assert.doesNotMatch(page, /Other evening|Set up your school|Orders and disputes|Bank transfers/);
    const staff = await owner.site.signedIn(await owner.site.member({ roles: ["manager"] }));
    const all = textOf(await staff.open("/admin"));
    assert.match(all, /Submissions to grade 2 /);
    assert.match(all, /Own evening.*Other evening|Other evening.*Own evening/);
  });

  void test("lists the steps of a new school, and what is done", async () => {
    const site = await aSite();
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    assert.match(textOf(await owner.open("/admin")), /Set up your school .*Publish a course To do/);
    await publishEverything(site);
    assert.match(textOf(await owner.open("/admin")), /Publish a course Done .*Invite the first person To do/);
  });

  void test("is in Chinese for members who read it", async () => {
    const site = await aSite();
    const member = await site.member({ roles: ["owner"] });
    await db.run`update members set locale = 'zh-TW' where site_id = ${site.id} and id = ${member.id}`;
    const owner = await site.signedIn(member);
    assert.match(textOf(await owner.open("/admin")), /今天 .*設定你的學校 .*等待你處理/);
  });
});
