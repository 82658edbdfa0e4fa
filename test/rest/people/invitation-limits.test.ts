import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { changeSiteSettings } from "#domain/site/sites/change-site-settings.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { assertOk } from "../../support/assert-status.ts";
import { day, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { stopwatch } from "../../support/meters/stopwatch.ts";
import { aSite, siteAt } from "../../support/world.ts";
import { anEmail } from "../support/added-members.ts";
import { type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "members:read members:write students:write";
const anInviter = async (invitationMailsPerDay: number) => operatorOf(await aSite({ invitationMailsPerDay }), scopes);
const invite = (operator: Operator, fields: object = {}) =>
  operator.post("/members", { email: anEmail(), roles: ["student"], ...fields });
const invitationsOf = async (operator: Operator) =>
  (await operator.get("/invitations?limit=100")).json<{ data: { id: string; message: string | null }[] }>().data;

void describe("A site's invitations in 24 hours", () => {
  void test("are rejected above the limit with its reset time, and rejected ones store nothing", async () => {
    const watch = stopwatch();
    const operator = await anInviter(2);
    for (let sent = 0; sent < 2; sent++) assert.equal((await invite(operator)).statusCode, 201);
    const email = anEmail();
    const refused = await invite(operator, { email });
    assert.equal(refused.statusCode, 429);
    const { code, detail } = problemOf(refused);
    assert.equal(code, "rate_limited");
    assert.match(detail, /limit of 2 invitations in 24 hours.*resets at \d{4}-\d\d-\d\dT.*invitation_mails_per_day/);
    watch.assertRestOf(86_400, refused.headers["retry-after"]);
    assert.equal((await invitationsOf(operator)).length, 2);

    await later(day + 1000, async () => {
      const nextDay = await operatorOf(operator.site, scopes);
      assert.equal((await invite(nextDay, { email })).statusCode, 201);
    });
  });

  void test("are counted exactly: of ten concurrent ones as many are sent as the limit allows", async () => {
    const operator = await anInviter(4);
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(operator)));
    const sent = answers.filter(({ statusCode }) => statusCode === 201).length;
    const refused = answers.filter(({ statusCode }) => statusCode === 429).length;
    assert.deepEqual([sent, refused], [4, 6]);
    assert.equal((await invitationsOf(operator)).length, 4);
  });

  void test("include resent ones and students; failures and dry runs do not count", async () => {
    const operator = await anInviter(3);
    const email = anEmail();
    const tried = await operator.post("/members?dry_run=true", { email, roles: ["student"] });
    assertOk(tried);
    assert.equal((await invite(operator, { email })).statusCode, 201);
    assert.equal((await invite(operator, { email })).statusCode, 409);
    const { id } = (await invitationsOf(operator))[0]!;
    assert.equal((await operator.post(`/invitations/${id}/resend`)).statusCode, 200);
    const student = (notify: boolean) => operator.post("/students", { email: anEmail(), notify });
    assert.equal((await student(true)).statusCode, 201);
    assert.equal((await student(true)).statusCode, 429);
    assert.equal((await operator.post(`/invitations/${id}/resend`)).statusCode, 429);
    assert.equal((await student(false)).statusCode, 201);
  });

  void test("Invitations of one site do not affect another site's limit", async () => {
    const [one, other] = [await anInviter(0), await anInviter(1)];
    assert.equal((await invite(one)).statusCode, 429);
    assert.equal((await invite(other)).statusCode, 201);
  });

  void test("are limited by the operator of the server: owners cannot raise the limit", async () => {
    const site = await aSite({ invitationMailsPerDay: 1 });
    const { id, accountId } = await site.member({ roles: ["owner"] });
    const roles = ["owner"] as const;
    const caller = { kind: "session", sessionId: newId(), memberId: id, accountId, roles } as const;
    await assert.rejects(
      perform(changeSiteSettings, { ...site.context(), caller }, { settings: { invitationMailsPerDay: 1000 } }),
      (error) => error instanceof Problem && error.code === "role_required",
    );
  });
});

void describe("The message of an invitation", () => {
  const message = "See https://school.example for what awaits you";

  void test("is rejected until the school has verified its sender address, and sent afterwards", async () => {
    const operator = await anInviter(10);
    const refused = await invite(operator, { message });
    assert.equal(refused.statusCode, 422);
    assert.deepEqual(problemOf(refused).pointers, ["/message"]);
    assert.match(refused.body, /sender_unverified/);
    assert.match(problemOf(refused).detail, /admin area under Settings, Email/);
    assert.equal((await invitationsOf(operator)).length, 0);

    await operator.site.verifySender("hello@school.example");
    const email = anEmail();
    assert.equal((await invite(operator, { email, message })).statusCode, 201);
    const [mail] = await mailsTo(email);
    assert.ok(mail!.email.text!.includes(message));
    assert.deepEqual(
      mail!.email.replyTo?.map(({ address }) => address),
      ["hello@school.example"],
    );
    assert.notEqual(mail!.email.from?.address, "hello@school.example");
  });

  void test("is omitted from a resent invitation while the address is not verified", async () => {
    const operator = await anInviter(10);
    await operator.site.verifySender("hello@school.example");
    const email = anEmail();
    await invite(operator, { email, message });
    await mailsTo(email);
    await operator.site.set({ senderAddress: "other@school.example" });
    const { id } = (await invitationsOf(operator))[0]!;
    assert.equal((await operator.post(`/invitations/${id}/resend`)).statusCode, 200);
    const [, resent] = await mailsTo(email, 2);
    assert.ok(!resent!.email.text!.includes(message));
    assert.equal(resent!.email.replyTo, undefined);
  });
});

void test("A school's name cannot put a link into its email", async () => {
  const origin = `https://${newId()}.example.test`;
  const name = "You won! http://evil.example\u202E claim at evil.example";
  const operator = await operatorOf(siteAt(await createSite(database, { origin, name }, now())), scopes);
  const email = anEmail();
  assert.equal((await invite(operator, { email })).statusCode, 201);
  const mail = (await mailsTo(email))[0]!.email;
  assert.equal(mail.subject, "You are invited to You won! claim at evil example");
  assert.equal(mail.from?.name, "You won! claim at evil example");
  assert.doesNotMatch(`${mail.text}${mail.html}`, /evil\.example|\u202E/);
});
