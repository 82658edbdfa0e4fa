import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { later, day } from "../../support/clock.ts";
import { linkIn, mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { aSite, type ASite, password } from "../../support/world.ts";
import { operatorOf, problemOf } from "../../rest/support/operator.ts";
import { anAddress, chosen, signIn } from "../support/sign-up-forms.ts";

const scopes = "members:read members:write students:write";

async function anInviter(site: ASite) {
  const owner = await operatorOf(site, scopes);
  return {
    ...owner,
    async invite(email: string, fields: object = {}) {
      const made = await owner.post("/members", { email, roles: ["lecturer"], ...fields });
      assertStatus(made, 201);
      return made.json<{ id: string; status: string }>();
    },
    invitations: async (query = "") => (await owner.get(`/invitations${query}`)).json<{ data: Invitation[] }>().data,
    statusOf: async (id: string) => (await owner.get(`/members/${id}`)).json<{ status: string }>().status,
  };
}

interface Invitation {
  id: string;
  member_id: string;
  email: string;
  roles: string[];
  status: string;
  message: string | null;
  invited_by: string | null;
}

void describe("An invitation", () => {
  void test("is accepted once by a new member with a name and a password", async () => {
    const site = await aSite();
    await site.verifySender("hello@school.example");
    const owner = await anInviter(site);
    const email = anAddress();
    const { id, status } = await owner.invite(email, { message: "Come & teach\nknots" });
    assert.equal(status, "invited");
    const [mail] = await mailsTo(email);
    assert.equal(mail!.email.subject, "You are invited to Harbour School");
    assert.match(mail!.email.text!, /Their message: “Come & teach knots”/);
    assert.match(mail!.email.html!, /Come &amp; teach knots/);
    const [invitation] = await owner.invitations();
    assert.deepEqual(
      [invitation!.member_id, invitation!.email, invitation!.roles, invitation!.status, invitation!.invited_by],
      [id, email, ["lecturer"], "pending", owner.member.sub],
    );

    const link = linkIn(mail!);
    assert.match(link, /^\/invitation\?link=lml_[\w-]{43}$/);
    const browser = site.browser();
    const page = await browser.open(link);
    assert.ok(page.body.includes(email));
    const weak = await browser.submit(page, { name: "", password: chosen });
    assert.equal(weak.status, 422);
    const done = await browser.submit(await browser.open(link), { name: "Tessa Moor", password: chosen });
    assert.equal(done.address, "/sign-in?done=signed_up");
    assert.equal((await signIn(site, email, chosen)).address, "/admin");
    assert.equal((await browser.open(link)).status, 404);
    const member = (await owner.get(`/members/${id}`)).json<Record<string, unknown>>();
    assert.deepEqual([member["status"], member["name"], member["email_verified"]], ["active", "Tessa Moor", true]);
    assert.equal((await owner.invitations())[0]!.status, "accepted");
    const entry = (await auditOf(site)).find(({ action }) => action === "acceptInvitation")!;
    assert.deepEqual([entry.actorKind, entry.resourceId], ["anonymous", id]);
    const eventTypes = new Set((await outboxOf(site)).map(({ type }) => type));
    assert.ok(eventTypes.has("member.invited") && eventTypes.has("member.updated"));
  });

  void test("is accepted with one button by an existing account, which keeps its password", async () => {
    const [there, here] = [await aSite(), await aSite()];
    const known = await there.member();
    const owner = await anInviter(here);
    const { id, status } = await owner.invite(known.email);
    assert.equal(status, "invited");
    const [mail] = await mailsTo(known.email);
    const browser = here.browser();
    const page = await browser.open(linkIn(mail!));
    assert.doesNotMatch(page.body, /type="password"/);
    const done = await browser.submit(page, {});
    assert.equal(done.address, "/sign-in?done=joined");
    assert.equal((await signIn(here, known.email, password)).address, "/admin");
    assert.equal(await owner.statusOf(id), "active");
  });

  void test("is resent with a new link, which invalidates the old one", async () => {
    const site = await aSite();
    const owner = await anInviter(site);
    const email = anAddress();
    await owner.invite(email);
    const [{ id } = { id: "" }] = await owner.invitations();
    assert.equal((await owner.post(`/invitations/${id}/resend`)).statusCode, 200);
    const [first, second] = await mailsTo(email, 2);
    const browser = site.browser();
    const pages = [await browser.open(linkIn(first!)), await browser.open(linkIn(second!))];
    assert.deepEqual(
      pages.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    );
    for (let time = 0; time < 3; time++) await owner.post(`/invitations/${id}/resend`);
    const tooMany = await owner.post(`/invitations/${id}/resend`);
    assert.deepEqual([tooMany.statusCode, problemOf(tooMany).code], [429, "rate_limited"]);
    assert.equal(await mailsInAll(email), 5);
  });

  void test("A withdrawn invitation cannot be accepted, and the invited person is no member", async () => {
    const site = await aSite();
    const owner = await anInviter(site);
    const email = anAddress();
    const { id: memberId } = await owner.invite(email);
    const [{ id } = { id: "" }] = await owner.invitations("?status=pending");
    const [mail] = await mailsTo(email);
    assert.equal((await owner.delete(`/invitations/${id}`)).statusCode, 204);
    assert.equal((await site.browser().open(linkIn(mail!))).status, 404);
    assert.equal(await owner.statusOf(memberId), "removed");
    assert.deepEqual(await owner.invitations("?status=pending"), []);
    assert.equal((await owner.invitations("?status=revoked"))[0]!.id, id);
    const again = await owner.delete(`/invitations/${id}`);
    assert.deepEqual([again.statusCode, problemOf(again).code], [409, "invalid_state"]);
  });

  void test("expires after two weeks, until it is sent again", async () => {
    const site = await aSite();
    const owner = await anInviter(site);
    const email = anAddress();
    await owner.invite(email);
    const [mail] = await mailsTo(email);
    assert.equal((await site.browser().open(linkIn(mail!))).status, 200);
    await later(15 * day, async () => {
      assert.equal((await site.browser().open(linkIn(mail!))).status, 404);
      const then = await anInviter(site);
      assert.equal((await then.invitations("?status=expired"))[0]!.status, "expired");
      assert.deepEqual(await then.invitations("?status=pending"), []);
    });
  });

  void test("is invalid for a member who was suspended meanwhile, and at another site", async () => {
    const [site, other] = [await aSite(), await aSite()];
    const owner = await anInviter(site);
    const email = anAddress();
    const { id } = await owner.invite(email);
    const [mail] = await mailsTo(email);
    assert.equal((await other.browser().open(linkIn(mail!))).status, 404);
    await owner.post(`/members/${id}/suspend`);
    assert.equal((await site.browser().open(linkIn(mail!))).status, 404);
    await owner.post(`/members/${id}/unsuspend`);
    assert.equal(await owner.statusOf(id), "invited");
    assert.equal((await site.browser().open(linkIn(mail!))).status, 200);
  });

  void test("requires the form token of its page: a forged form changes nothing", async () => {
    const site = await aSite();
    const owner = await anInviter(site);
    const email = anAddress();
    const { id } = await owner.invite(email);
    const [mail] = await mailsTo(email);
    const link = new URL(linkIn(mail!), site.origin).searchParams.get("link")!;
    const forged = await site.postForm("/invitation", { csrf: "x", link, name: "Eve", password: chosen });
    assert.equal(forged.statusCode, 403);
    assert.equal(await owner.statusOf(id), "invited");
  });

  void test("is accepted by signing in, not by claiming the account at another school", async () => {
    const [site, other] = [await aSite(), await aSite()];
    const [owner, second] = [await anInviter(site), await anInviter(other)];
    const email = anAddress();
    const first = await owner.invite(email);
    const { id } = await second.invite(email);
    const [mail] = await mailsTo(email, 2);
    const browser = site.browser();
    const here = linkIn(mail!);
    const at = (await browser.open(here)).status === 200 ? browser : other.browser();
    await at.submit(await at.open(here), { name: "Tessa", password: chosen });
    const [answered, waiting] = at === browser ? [owner, second] : [second, owner];
    const [accepted, invited] = at === browser ? [first.id, id] : [id, first.id];
    assert.equal(await answered.statusOf(accepted), "active");
    assert.equal(await waiting.statusOf(invited), "invited");
    assert.equal((await waiting.invitations())[0]!.status, "pending");
    await signIn(at === browser ? other : site, email, chosen);
    assert.equal(await waiting.statusOf(invited), "active");
    assert.equal((await waiting.invitations())[0]!.status, "accepted");
  });
});

void describe("A student", () => {
  void test("is notified by email only on request", async () => {
    const [there, site] = [await aSite(), await aSite()];
    const owner = await anInviter(site);
    const [silent, notified] = [anAddress(), anAddress()];
    const known = await there.member();
    await owner.post("/students", { email: silent });
    await owner.post("/students", { email: notified, notify: true });
    await owner.post("/students", { email: known.email, notify: true });
    const [mail] = await mailsTo(notified);
    assert.match(linkIn(mail!), /^\/invitation/);
    const [same] = await mailsTo(known.email);
    assert.match(linkIn(same!), /^\/invitation/);
    assert.equal(same!.email.subject, mail!.email.subject);
    assert.equal(await mailsInAll(silent), 0);
  });
});
