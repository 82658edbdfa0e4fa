import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aFreeCourse, aSchool, created } from "../support/free-school.ts";
import { anAddress, chosen } from "../support/sign-up-forms.ts";

const enrollmentsOf = (site: ASite, { id }: AMember) =>
  database.many<{ status: string; source: string }>`
    select status, source from enrollments where site_id = ${site.site.id} and student_id = ${id}`;

void describe("A free course", () => {
  void test("is one button away from its first lecture, and enrolling again changes nothing", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator);
    const member = await site.member();
    const browser = await site.signedIn(member);
    const page = await browser.open(`/courses/${course.slug}`);
    assert.match(textOf(page), /Enroll for free/);
    const learning = await browser.submit(page, {}, `/courses/${course.slug}/enroll`);
    assert.equal(learning.address, `/learn/${course.slug}`);
    assert.match(learning.body, /Bowline/);
    await browser.submit(page, {}, `/courses/${course.slug}/enroll`);
    assert.deepEqual(await enrollmentsOf(site, member), [{ status: "active", source: "free" }]);
    const events = (await outboxOf(site)).filter(({ type }) => type.startsWith("enrollment."));
    assert.deepEqual(
      events.map(({ type }) => type),
      ["enrollment.created"],
    );
    assert.match(textOf(await browser.open(`/courses/${course.slug}`)), /You are enrolled in this course/);
  });

  void test("is where a visitor returns after sign-up in the same browser", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator);
    const browser = site.browser();
    const visited = await browser.open(`/courses/${course.slug}`);
    const signIn = /href="(\/sign-in\?return_to=[^"]+)"[^>]*>Enroll for free/.exec(visited.body)![1]!;
    const either = await browser.open(signIn);
    assert.match(textOf(either), /Sign in or create an account/);
    const signUp = /action="(\/sign-up\?[^"]+)"/.exec(either.body)![1]!;
    const email = anAddress();
    await browser.submit(either, { name: "Bo Lind", email, password: chosen }, signUp);
    const mailed = linkIn((await mailsTo(email, 1)).at(-1)!);
    const confirm = await browser.open(mailed);
    assert.match(textOf(confirm), /You get what you chose as soon as you confirm\./);
    const learning = await browser.submit(confirm, {});
    assert.equal(learning.address, `/learn/${course.slug}`);
    assert.match(learning.body, /Bowline|Knots/);
  });

  void test("leads to sign-in alone if the school does not let people sign up, and from pages without items", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator);
    const browser = site.browser();
    const forms = async (returnTo: string) =>
      [
        ...(await browser.open(`/sign-in?return_to=${returnTo}`)).body.matchAll(
          /<form method="post" action="(\/[\w-]+)[?"]/g,
        ),
      ].map(([, action]) => action);
    assert.deepEqual(await forms(`/courses/${course.slug}`), ["/sign-up", "/sign-in"]);
    assert.deepEqual(await forms("/learn"), ["/sign-in"]);
    assert.deepEqual(await forms("/courses"), ["/sign-in"]);
    const closed = await aSite();
    const page = await closed.browser().open(`/sign-in?return_to=/courses/${course.slug}`);
    assert.doesNotMatch(page.body, /sign-up/);
  });

  void test("is on the page of a member who has no courses yet", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator);
    const page = await (await site.signedIn(await site.member())).open("/learn");
    assert.match(page.body, new RegExp(`<a href="/courses/${course.slug}"`));
  });

  void test("leads nowhere but to pages of the school", async () => {
    const { site } = await aSchool();
    const browser = site.browser();
    for (const place of ["//evil.example", "https://evil.example", "/courses/../sign-out", "/courses//evil\\x", "/x"]) {
      const page = await browser.open(`/sign-up?return_to=${encodeURIComponent(place)}`);
      assert.doesNotMatch(page.body, /href="\/sign-in\?[^"]*return_to/, place);
    }
  });

  void test("gives the access of its free plan, and no more seats than the plan has", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator);
    const plan = { name: "Trial", plan_type: "free", access: { kind: "days", days: 3 }, seats: 1 };
    await created(operator.post(`/courses/${course.id}/plans`, plan));
    const members = await Promise.all(Array.from({ length: 8 }, () => site.member()));
    const browsers = await Promise.all(members.map((member) => site.signedIn(member)));
    const pages = await Promise.all(browsers.map((browser) => browser.open(`/courses/${course.slug}`)));
    const ends = await Promise.all(
      browsers.map((browser, index) => browser.submit(pages[index]!, {}, `/courses/${course.slug}/enroll`)),
    );
    const inside = ends.filter(({ address }) => address === `/learn/${course.slug}`);
    assert.equal(inside.length, 1);
    const outside = ends.filter(({ address }) => address === `/courses/${course.slug}`);
    assert.equal(outside.length, 7);
    for (const page of outside) assert.match(textOf(page), /All seats are taken/);
    const { days } = await database.one<{ days: number }>`
      select extract(day from expires_at - starts_at)::int as days from enrollments where site_id = ${site.site.id}`;
    assert.equal(days, 3);
  });

  void test("does not take back a member whose access the school has ended", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator);
    const member = await site.member();
    const browser = await site.signedIn(member);
    const page = await browser.open(`/courses/${course.slug}`);
    await browser.submit(page, {}, `/courses/${course.slug}/enroll`);
    await database.run`update enrollments set status = 'revoked' where site_id = ${site.site.id}`;
    assert.match(textOf(await browser.open(`/courses/${course.slug}`)), /The school has ended your access/);
    const again = await browser.submit(page, {}, `/courses/${course.slug}/enroll`);
    assert.equal(again.address, `/courses/${course.slug}`);
    assert.deepEqual(await enrollmentsOf(site, member), [{ status: "revoked", source: "free" }]);
  });

  void test("cannot be entered through the form of a paid, hidden or foreign course, or without a form token", async () => {
    const { site, operator } = await aSchool();
    const other = await aFreeCourse((await aSchool()).operator, { slug: "elsewhere" });
    const free = await aFreeCourse(operator);
    const paid = await created(operator.post("/courses", { name: "Paid", course_type: "paid" }));
    const price = { amount: 4900, currency: "USD" };
    await created(operator.post(`/courses/${paid.id}/plans`, { name: "Full", plan_type: "one_time", price }));
    const lectures = [{ title: "One", kind: "text", body_markdown: "A loop." }];
    const curriculum = { sections: [{ title: "One", lectures }] };
    await operator.put(`/courses/${paid.id}/curriculum`, curriculum, { "if-match": "*" });
    await created(operator.post(`/courses/${paid.id}/publish`, {}));
    const draft = await created(operator.post("/courses", { name: "Draft", course_type: "free" }));
    const member = await site.member();
    const browser = await site.signedIn(member);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    for (const slug of [draft.slug, other.slug, "no-such-course"]) {
      const response = await browser.request("POST", `/courses/${slug}/enroll`, { csrf });
      assertStatus(response, 404);
    }
    const refused = await browser.request("POST", `/courses/${paid.slug}/enroll`, { csrf });
    assert.equal(refused.headers.location, `/courses/${paid.slug}`);
    await browser.request("POST", `/courses/${free.slug}/enroll`, {});
    const signedOut = await site.browser().request("POST", `/courses/${free.slug}/enroll`, { csrf });
    assert.equal(signedOut.headers.location, `/sign-in?return_to=/courses/${free.slug}`);
    assert.deepEqual(await enrollmentsOf(site, member), []);
  });
});

void describe("The policy of the school", () => {
  void test("can require approval: the member waits, staff decides, and the member is notified", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator);
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const settings = await owner.submit(
      await owner.open("/admin/enrollment"),
      { policy: "approval" },
      "/admin/enrollment",
    );
    assert.match(textOf(settings), /Your changes have been saved\./);
    const [ana, bo] = [await site.member({ name: "Ana Lima" }), await site.member({ name: "Bo Lind" })];
    const browsers = [await site.signedIn(ana), await site.signedIn(bo)] as const;
    for (const browser of browsers) {
      const page = await browser.open(`/courses/${course.slug}`);
      const after = await browser.submit(page, {}, `/courses/${course.slug}/enroll`);
      assert.match(textOf(after), /You have requested enrollment/);
    }
    assert.deepEqual(await enrollmentsOf(site, ana), []);

    assert.match(textOf(await owner.open("/admin")), /Enrollment requests 2/);
    const list = await owner.open("/admin/enrollment");
    const forms = [...list.body.matchAll(/action="(\/admin\/enrollment\/erq_\w+)"/g)].map(([, action]) => action!);
    assert.equal(forms.length, 2);
    const approved = await owner.submit(list, { act: "approve" }, forms[0]);
    assert.match(textOf(approved), /The member is enrolled\./);
    const declined = await owner.submit(list, { act: "decline" }, forms[1]);
    assert.match(textOf(declined), /The request is declined\. .*No pending requests\./);
    assert.match(textOf(await owner.submit(list, { act: "approve" }, forms[1])), /decided in the meantime/);
    assert.deepEqual(await enrollmentsOf(site, ana), [{ status: "active", source: "free" }]);
    assert.deepEqual(await enrollmentsOf(site, bo), []);
    assert.match(textOf(await browsers[1].open(`/courses/${course.slug}`)), /declined your request/);
    assert.match((await browsers[0].open("/account/notifications")).body, /Knots/);
  });

  void test("can close enrollment, which the page says and the form enforces", async () => {
    for (const [policy, text] of [
      ["invitation", /The school enrolls students by invitation/],
      ["closed", /Enrollment is closed\./],
    ] as const) {
      const { site, operator } = await aSchool(policy);
      const course = await aFreeCourse(operator);
      const member = await site.member();
      const browser = await site.signedIn(member);
      const page = await browser.open(`/courses/${course.slug}`);
      assert.match(textOf(page), text);
      assert.doesNotMatch(page.body, /\/enroll"/);
      const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
      await browser.request("POST", `/courses/${course.slug}/enroll`, { csrf });
      assert.deepEqual(await enrollmentsOf(site, member), []);
    }
  });
});

void describe("A free download and a free membership", () => {
  void test("are had by one button, with links to the files and the included courses", async () => {
    const { site, operator } = await aSchool();
    const course = await aFreeCourse(operator, { course_type: "membership_only" });
    const product = await created(operator.post("/digital_products", { name: "Tide tables" }));
    const plan = await created(
      operator.post("/membership_plans", {
        name: "Crew",
        plan_type: "lifetime",
        status: "active",
        benefits: { course_ids: [course.id] },
      }),
    );
    await created(operator.post(`/membership_plans/${plan.id}/pricings`, { price: { amount: 0, currency: "USD" } }));
    const browser = await site.signedIn(await site.member());
    const path = `/membership-plans/${plan.slug}`;
    const joined = await browser.submit(await browser.open(path), {}, `${path}/join`);
    assert.match(textOf(joined), /You have this membership\./);
    assert.match((await browser.open(`/learn/${course.slug}`)).body, /Bowline/);

    const bytes = Buffer.from("High water at nine");
    const uploaded = await sendFile(operator, bytes, { purpose: "digital_product" }, { name: "tides.txt" });
    const file = uploaded.json<{ id: string }>();
    await created(operator.post(`/digital_products/${product.id}/files`, { file_id: file.id }));
    await created(operator.post(`/digital_products/${product.id}/publish`, {}));
    const shop = `/digital-products/${product.slug}`;
    const mine = await browser.submit(await browser.open(shop), {}, `${shop}/get`);
    assert.match(textOf(mine), /You have this product\./);
    const link = /href="([^"]*\/downloads\/[^"]+)"/.exec(mine.body)![1]!.replaceAll("&amp;", "&");
    const downloaded = await browser.request("GET", link.replace(site.origin, ""));
    assert.equal(downloaded.statusCode, 200);
  });
});
