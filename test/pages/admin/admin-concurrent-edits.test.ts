import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assignmentScopes, aClass } from "../../rest/support/assigned-class.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { database } from "../../support/databases/database.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aReviewer, keptReview, review } from "../../support/worlds/reviews.ts";
import { aSite } from "../../support/world.ts";
import { clientIn, register } from "../support/applications.ts";
import { endTheMinute } from "../support/held-grades.ts";
import { textOf } from "../support/asked.ts";
import { type EditedForm, editedFormsAt, tab } from "../support/edited-forms.ts";
import { typed } from "../support/forms.ts";

/** Pages with forms for stored values, in a school where each is filled in. */
async function aFilledSchool() {
  const site = await aSite({ betaFeatures: ["mcp_connections"] });
  const operator = await operatorOf(site, assignmentScopes);
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const course = await aCourse(site, [[{}]], { course: { name: "Knots", slug: "knots" } });
  const reviewer = await aReviewer(site, course);
  await review(reviewer.browser, course, { rating: 4 });
  const { wireId } = (await keptReview(site, reviewer.member, course))!;
  await (await aClass(operator)).handIn({ text: "Over and under" });
  const submissions = await browser.open("/admin/submissions");
  const [, submission] = /href="(\/admin\/submissions\/sbm_\w+)/.exec(submissions.body)!;
  const questions = typed([
    { label: "Your name", kind: "text" },
    { label: "Your boat", kind: "text" },
  ]);
  const made = await browser.submit(
    await browser.open("/admin/forms/new"),
    { name: "Survey", audience: "everybody", ...questions, do: "save" },
    "/admin/forms/new",
  );
  const { page: application } = clientIn(await register(browser));
  const pages = [
    "/admin/payments",
    "/admin/security/limits",
    "/admin/security/signing",
    "/admin/reviews",
    `/admin/reviews/${wireId}`,
    "/admin/enrollment",
    "/admin/settings/media",
    "/admin/settings/mail",
    "/admin/settings/beta-features",
    "/admin/developers/documents",
    "/admin/certificates/courses",
    submission!,
    `${made.address.split("?")[0]}/edit`,
    `${application}/edit`,
  ];
  const forms = (await Promise.all(pages.map(async (page) => editedFormsAt(browser, page)))).flat();
  return { site, browser, forms };
}

/** Values that the fields accept, where any other text is wrong. */
const valid: Readonly<Record<string, readonly [string, string]>> = {
  origins: ["https://one.example", "https://two.example"],
  hosts: ["one.example", "two.example"],
  senderAddress: ["one@school.example", "two@school.example"],
  redirect_uris: ["https://one.example/callback", "https://two.example/callback"],
  post_logout_redirect_uris: ["https://one.example/", "https://two.example/"],
  score: ["7", "8"],
  waitlistHours: ["7", "8"],
  moneyBackDays: ["7", "8"],
  slug: ["one", "two"],
  "f.0.kind": ["long_text", "email"],
  "f.1.kind": ["long_text", "email"],
};

/** Fields that cannot be changed alone: another one decides about them, or the operation does. */
const left = new Set([
  "enabled-stripe",
  "enabled-ecpay",
  "remove_logo",
  "f.0.handle",
  "f.1.handle",
  "f.0.choices",
  "f.1.choices",
]);

const fieldsOf = ({ names }: EditedForm) =>
  names.filter((name) => !left.has(name) && !name.startsWith("scope.") && !name.startsWith("method-"));

const isSaved = ({ address, status }: { address: string; status: number }) =>
  status === 200 && /[?&]done=/.test(address);

const say = (form: EditedForm, ...names: string[]) => `${form.page} → ${form.action}: ${names.join(", ")}`;

void describe("A hand-made form with stored values", () => {
  void test("keeps what another person saved in other fields meanwhile", async () => {
    const { site, browser, forms } = await aFilledSchool();
    assert.ok(forms.length >= 14, "The forms were not found.");
    let pairs = 0;
    for (const form of forms) {
      const names = fieldsOf(form);
      for (const [index, one] of names.entries()) {
        const other = names[(index + 1) % names.length]!;
        if (other === one || one.replace("_unit", "") === other.replace("_unit", "")) continue;
        const [first, second] = [await tab(browser, form), await tab(browser, form)];
        const written = first.change(
          one,
          valid[one]?.[0] === first.values.get(one) ? valid[one]?.[1] : valid[one]?.[0],
        );
        const kept = second.change(
          other,
          valid[other]?.[0] === second.values.get(other) ? valid[other]?.[1] : valid[other]?.[0],
        );
        const saved = await first.send();
        if (!isSaved(saved)) continue;
        const later = await second.send();
        const isSameQuestion = /^f\.\d/.test(one) && one.slice(0, 3) === other.slice(0, 3);
        if (form.page.startsWith("/admin/submissions") || isSameQuestion) {
          // Work that a colleague has graded meanwhile, and a question that another person changed, need another look.
          assert.equal(later.status, 409, say(form, one, other));
          assert.ok(later.body.includes(kept), say(form, one, other));
          await endTheMinute(site);
          continue;
        }
        assert.ok(isSaved(later), `${say(form, one, other)}: ${later.status} ${textOf(later).slice(0, 2000)}`);
        const { values } = await tab(browser, form);
        assert.deepEqual([values.get(one), values.get(other)], [written, kept], say(form, one, other));
        pairs++;
      }
    }
    assert.ok(pairs >= 30, `Only ${pairs} pairs of fields were changed.`);
  });

  void test("shows both values of a field that two people changed, and saves only after another look", async () => {
    const { browser, forms } = await aFilledSchool();
    const collided = [];
    for (const form of forms) if (await collisionIn(browser, form)) collided.push(form);
    assert.ok(collided.length >= 9, `Only ${collided.length} forms collided.`);
  });
});

/** Changes one text of a form in two tabs. Returns false if it has none that can be changed alone. */
async function collisionIn(browser: TestBrowser, form: EditedForm): Promise<boolean> {
  const names = fieldsOf(form);
  for (const name of names) {
    const [first, second] = [await tab(browser, form), await tab(browser, form)];
    const [one, two] = valid[name] ?? [`${first.values.get(name)!} 1`.trim(), `${first.values.get(name)!} 2`.trim()];
    if (!first.isText(name)) continue;
    const isNumber = /^\d+$/.test(first.values.get(name)!);
    const number = Number(first.values.get(name));
    first.change(name, isNumber && !valid[name] ? String(number + 1) : one);
    const mine = second.change(name, isNumber && !valid[name] ? String(number + 2) : two);
    const saved = await first.send();
    if (!isSaved(saved)) continue;
    const refused = await second.send();
    assert.equal(refused.status, 409, say(form, name));
    // A grade can be undone for a minute, and is no stored value yet.
    if (form.page.startsWith("/admin/submissions")) {
      assert.ok(refused.body.includes(mine), say(form, name));
      return true;
    }
    assert.match(textOf(refused), /Another person changed this in the meantime.*Now: .* Yours: /, say(form, name));
    assert.match(refused.body, /role="alert" tabindex="-1" autofocus/);
    const stored = (await tab(browser, form)).values.get(name);
    assert.equal(stored, first.values.get(name), say(form, name));
    assert.notEqual(stored, mine);
    return true;
  }
  return false;
}

void test("A refused form still keeps what others changed once it is corrected", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const forms = await editedFormsAt(browser, "/admin/payments");
  const form = forms.find(({ action }) => action === "/admin/payments");
  const [first, second] = [await tab(browser, form!), await tab(browser, form!)];
  second.change("graceDays", "9");
  second.change("taxRate", "a lot");
  first.change("sellerName", "Harbour School Ltd");
  assert.ok(isSaved(await first.send()));
  const refused = await second.send();
  assert.equal(refused.status, 422);
  const hidden = /action="\/admin\/payments"[^]*?name="shown" value="([^"]*)"/.exec(refused.body)?.[1];
  assert.ok(hidden, "The refused form says what was stored.");
  const corrected = await browser.submit(
    refused,
    { ...Object.fromEntries(second.values), sellerName: "Harbour School Ltd", taxRate: "5" },
    "/admin/payments",
  );
  assert.ok(isSaved(corrected), textOf(corrected));
  const { values } = await tab(browser, form!);
  assert.deepEqual(
    [values.get("sellerName"), values.get("graceDays"), values.get("taxRate")],
    ["Harbour School Ltd", "9", "5"],
  );
});

void test("The roles of a member are never set from an outdated form", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const ana = await site.member({ roles: ["student"] });
  const address = `/admin/members/${formatId("member", ana.id)}/roles`;
  const [one, two] = [await browser.open(`${address}/edit`), await browser.open(`${address}/edit`)];
  const roles = { "roles.student": "on" };
  assert.match((await browser.submit(one, { ...roles, "roles.lecturer": "on" })).address, /done=saved$/);
  const refused = await browser.submit(two, { ...roles, "roles.teaching_assistant": "on" });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused), /Another person changed this.*Now: .*Lecturer/);
  const { stored } = (await database.first<{ stored: string[] }>`
    select roles as stored from members where site_id = ${site.site.id} and id = ${ana.id}`)!;
  assert.deepEqual(stored, ["lecturer", "student"]);
});

void test("An application keeps the description of one person and the name of another", async () => {
  const site = await aSite({ betaFeatures: ["mcp_connections"] });
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const { page } = clientIn(await register(browser));
  const [form] = await editedFormsAt(browser, `${page}/edit`);
  const [first, second] = [await tab(browser, form!), await tab(browser, form!)];
  first.change("name", "Study Pal");
  second.change("description", "Reminds everybody.");
  assert.ok(isSaved(await first.send()));
  assert.ok(isSaved(await second.send()));
  const { values } = await tab(browser, form!);
  assert.deepEqual([values.get("name"), values.get("description")], ["Study Pal", "Reminds everybody."]);
});
