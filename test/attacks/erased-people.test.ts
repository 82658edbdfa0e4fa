import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { linkIn, mailsTo } from "../support/doubles/mailroom.ts";
import { auditOf } from "../support/worlds/records.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { type AMember, aSite, type ASite, password } from "../support/world.ts";
import { operatorOf, type Operator } from "../rest/support/operator.ts";
import { anAddress, linkTo, signIn } from "../pages/support/sign-up-forms.ts";

const scopes = "members:read members:write";

const statusAt = async ({ get }: Operator, email: string): Promise<string | undefined> =>
  (await get(`/members?email=${encodeURIComponent(email)}`)).json<{ data: { status: string }[] }>().data[0]?.status;

/** Moves the account of a member to a new address, which the function returns. */
async function moveAccount(site: ASite, member: AMember): Promise<string> {
  const email = anAddress();
  const browser = await site.signedIn(member);
  await browser.submit(await browser.open("/account/email"), { email, current: password }, "/account/email");
  await browser.submit(await browser.open(linkIn((await mailsTo(email))[0]!)), {}, "/email/confirm");
  assert.equal((await signIn(site, email, password)).address, "/learn");
  return email;
}

void describe("An erasure", () => {
  void test("An erasure of a removed person neither discloses nor affects their current address", async () => {
    const [operator, elsewhere] = [await operatorOf(await aSite(), scopes), await aSite()];
    const member = await elsewhere.member();
    const left = await operator.site.member({ email: member.email });
    assert.equal((await operator.delete(`/members/${left.sub}`)).statusCode, 204);
    const email = await moveAccount(elsewhere, member);
    await operator.post("/members", { email, roles: ["student"] });

    const reason = `Was it ${email}?`;
    const erasing = { confirm_email: member.email, reason };
    assert.equal((await operator.post(`/members/${left.sub}/erase`, erasing)).statusCode, 202);
    await runJobsOf(operator.site);
    assert.equal((await operator.get(`/members/${left.sub}`)).statusCode, 404);
    const entry = (await auditOf(operator.site)).find(({ action }) => action === "eraseMember")!;
    assert.deepEqual(entry.details, { reason });
    assert.equal(await statusAt(operator, email), "invited");
    assert.equal((await operator.site.browser().open(await linkTo(email, 2))).status, 200);
  });

  void test("An erasure of a member also erases the address that they sign in with", async () => {
    const operator = await operatorOf(await aSite(), scopes);
    const member = await operator.site.member();
    const contact = anAddress();
    assert.equal((await operator.patch(`/members/${member.sub}`, { email: contact })).statusCode, 200);
    const erasing = { confirm_email: contact, reason: `Wrote from ${member.email}` };
    assert.equal((await operator.post(`/members/${member.sub}/erase`, erasing)).statusCode, 202);
    await runJobsOf(operator.site);
    const entry = (await auditOf(operator.site)).find(({ action }) => action === "eraseMember")!;
    assert.deepEqual(entry.details, { reason: "Wrote from [erased]" });
  });
});
