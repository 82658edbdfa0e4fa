import assert from "node:assert/strict";
import { test } from "node:test";
import { hour } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { later } from "../../support/world.ts";
import { answer, anOpenForm, type TypedQuestion } from "../support/forms.ts";

const everyKind: TypedQuestion[] = [
  { label: "Name", kind: "text", required: "on" },
  { label: "About", kind: "long_text" },
  { label: "Mail", kind: "email" },
  { label: "Phone", kind: "phone" },
  { label: "Years", kind: "number" },
  { label: "Since", kind: "date" },
  { label: "Boat", kind: "choice", choices: "Dinghy\nYawl" },
  { label: "Days", kind: "choices", choices: "Mon\nTue\nWed" },
  { label: "Agree", kind: "bool", required: "on" },
];

const whole = {
  "a.name": " Ana ",
  "a.about": "One line\r\nand another",
  "a.mail": "ana@school.example",
  "a.phone": "+886 2 2345 6789",
  "a.years": "2,5",
  "a.since": "2026-03-31",
  "a.boat": "Yawl",
  "a.days.0": "Mon",
  "a.days.2": "Wed",
  "a.agree": "on",
};

void test("Answers to every kind of question are stored by type and emit an event", async () => {
  const { site, slug } = await anOpenForm(everyKind);
  const sent = await answer(site, slug, whole);
  assert.equal(sent.headers.location, `/forms/${slug}/thanks`);
  const [kept, ...others] = await answersOf(site);
  assert.deepEqual(others, []);
  assert.deepEqual(kept, {
    memberId: null,
    answers: {
      name: "Ana",
      about: "One line\r\nand another",
      mail: "ana@school.example",
      phone: "+886 2 2345 6789",
      years: 2.5,
      since: "2026-03-31",
      boat: "Yawl",
      days: ["Mon", "Wed"],
      agree: true,
    },
    sourceUrl: `${site.origin}/forms/${slug}`,
  });
  const events = await outboxOf(site);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["form_submission.created"],
  );
  const thanks = await site.browser().open(`/forms/${slug}/thanks`);
  assert.match(thanks.body, /Thank you/);
});

void test("Invalid answers are reported at the question, and the input is kept", async () => {
  const { site, slug } = await anOpenForm(everyKind);
  const wrong: [Record<string, string>, string, RegExp][] = [
    [{ "a.name": "   " }, "name", /This question is required/],
    [{ "a.name": "x".repeat(501) }, "name", /at most 500 characters/],
    [{ "a.mail": "ana@" }, "mail", /ana@school\.example/],
    [{ "a.phone": "call me" }, "phone", /\+886/],
    [{ "a.years": "two" }, "years", /such as 12/],
    [{ "a.years": "1e400" }, "years", /such as 12/],
    [{ "a.since": "2026-02-30" }, "since", /2026-03-31/],
    [{ "a.boat": "Titanic" }, "boat", /one of the options/],
    [{ "a.agree": "" }, "agree", /Select this box/],
  ];
  for (const [changed, handle, said] of wrong) {
    const refused = await answer(site, slug, { ...whole, ...changed });
    assert.equal(refused.status, 422, handle);
    const [, message = ""] = new RegExp(`id="a\\.${handle}-problem"[^>]*>([^<]*)<`).exec(refused.body) ?? [];
    assert.match(message, said, handle);
    assert.match(refused.body, /value="ana@school\.example"|value="ana@"/);
    assert.match(refused.body, /value="Wed"\s+checked/);
    assert.match(refused.body, /aria-invalid="true"|fieldset/);
  }
  assert.deepEqual(await answersOf(site), []);
});

void test("An empty optional answer is omitted; a choice that is not offered is invalid", async () => {
  const { site, slug } = await anOpenForm(everyKind);
  await answer(site, slug, { "a.name": "Bo", "a.agree": "on", "a.days.0": "Sunday", "a.other": "x" });
  assert.deepEqual((await answersOf(site))[0]!.answers, { name: "Bo", agree: true });
});

void test("A submission without any answer is rejected", async () => {
  const { site, slug } = await anOpenForm([
    { label: "Name", kind: "text" },
    { label: "News", kind: "bool" },
  ]);
  const refused = await answer(site, slug, { "a.name": " " });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Answer at least one question\./);
  assert.deepEqual(await answersOf(site), []);
  assert.equal((await answer(site, slug, { "a.news": "on" })).status, 303);
});

void test("A long answer is accepted in any script", async () => {
  const { site, slug } = await anOpenForm(everyKind);
  const long = "港".repeat(10_000);
  assert.equal((await answer(site, slug, { ...whole, "a.about": long })).status, 303);
  assert.equal((await answersOf(site))[0]!.answers["about"], long);
});

void test("A form for members shows others how to join and rejects their answers; a member's answer is attributed", async () => {
  const { site, slug } = await anOpenForm(everyKind, { audience: "members" });
  const { body } = await site.browser().open(`/forms/${slug}`);
  assert.match(body, new RegExp(`href="/sign-in\\?return_to=/forms/${slug}"`));
  assert.doesNotMatch(body, /name="a\.name"/);
  assert.equal((await answer(site, slug, whole)).headers.location, `/sign-in?return_to=/forms/${slug}`);
  const anonymous = site.browser();
  const csrf = /name="csrf" value="([^"]+)"/.exec((await anonymous.open("/sign-in")).body)![1]!;
  const refused = await anonymous.request("POST", `/forms/${slug}`, { csrf, ...whole });
  assert.equal(refused.headers.location, `/sign-in?return_to=/forms/${slug}`);
  assert.deepEqual(await answersOf(site), []);

  const member = await site.member();
  assert.equal((await answer(site, slug, whole, member)).status, 303);
  assert.equal((await answersOf(site))[0]!.memberId, member.id);
});

void test("A closed form says so and accepts nothing; a draft and a form of another site are 404", async () => {
  const { site, slug, press } = await anOpenForm(everyKind);
  const browser = site.browser();
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(`/forms/${slug}`)).body)![1]!;
  await press("close");
  const late = await browser.request("POST", `/forms/${slug}`, { csrf, ...whole });
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /no longer accepts submissions/);
  assert.match((await site.get(`/forms/${slug}`)).body, /no longer accepts submissions/);
  assert.deepEqual(await answersOf(site), []);
  const elsewhere = await anOpenForm(everyKind, { slug: "elsewhere" });
  assert.equal((await elsewhere.site.get(`/forms/${slug}`)).statusCode, 404);
});

void test("A submission without the form token of its browser is rejected, and the input is shown again", async () => {
  const { site, slug } = await anOpenForm(everyKind);
  const forged = await site.browser().request("POST", `/forms/${slug}`, whole);
  assert.equal(forged.statusCode, 403);
  assert.match(forged.body, /page has expired/);
  assert.match(forged.body, /value="ana@school\.example"/);
  assert.deepEqual(await answersOf(site), []);
});

void test("Submissions are rate-limited per address and per member", async () => {
  const { site, slug } = await anOpenForm([{ label: "Name", kind: "text" }]);
  const browser = site.browser({}, "198.51.100.9");
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(`/forms/${slug}`)).body)![1]!;
  const send = () => browser.request("POST", `/forms/${slug}`, { csrf, "a.name": "Bo" });
  for (let times = 0; times < 120; times++) assert.equal((await send()).statusCode, 303);
  const refused = await send();
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.match(refused.body, /value="Bo"/);
  assert.equal((await answersOf(site)).length, 120);
  const member = await site.signedIn(await site.member());
  const proof = /name="csrf" value="([^"]+)"/.exec((await member.open(`/forms/${slug}`)).body)![1]!;
  for (let times = 0; times < 60; times++) await member.request("POST", `/forms/${slug}`, { csrf: proof });
  assert.equal((await member.request("POST", `/forms/${slug}`, { csrf: proof })).statusCode, 429);
  await later(hour, async () => assert.equal((await send()).statusCode, 303));
});

void test("Questions and answers are escaped on every page", async () => {
  const evil = '"><script>alert(1)</script>';
  const { site, slug, admin, address } = await anOpenForm(
    [
      { label: evil, kind: "text", handle: "q" },
      { label: "Pick", kind: "choice", choices: evil },
    ],
    { name: evil, slug: "evil", description: "<script>alert(1)</script>[x](javascript:alert(1))" },
  );
  await answer(site, slug, { "a.q": evil, "a.pick": evil });
  const answers = await admin.open(`${address}/submissions`);
  const [one] = /\/admin\/forms\/[^"]+\/submissions\/fsb_\w+/.exec(answers.body)!;
  const pages = [
    (await site.browser().open(`/forms/${slug}`)).body,
    (await site.browser().open(`/forms/${slug}/thanks`)).body,
    answers.body,
    ...(await Promise.all([address, `${address}/edit`, `${address}/preview`, one].map(admin.open))).map(
      ({ body }) => body,
    ),
  ];
  for (const body of pages) assert.doesNotMatch(body, /<script>|="javascript:/);
});

const answersOf = ({ site }: { site: { id: string } }) =>
  database.many<{ memberId: string | null; answers: Record<string, unknown>; sourceUrl: string }>`
    select member_id, answers, source_url from form_submissions where site_id = ${site.id} order by created_at`;
