import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { createAccountFor } from "#domain/people/members/access/claim-account.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { hashPassword } from "#domain/people/accounts/password.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { linkIn, mailsTo } from "../support/doubles/mailroom.ts";
import { auditOf, outboxOf } from "../support/worlds/records.ts";
import { aSite, type ASite, password } from "../support/world.ts";
import { imported, ndjsonOf } from "../rest/support/imports.ts";
import { operatorOf, type Operator } from "../rest/support/operator.ts";
import { anAddress, askForPassword, askToSignUp, chosen, signIn, signUp } from "../pages/support/sign-up-forms.ts";

const scopes =
  "school:read school:write members:read members:write students:read students:write courses:read courses:write " +
  "events:read events:write digital_products:read digital_products:write";

/** Removes address, ids and times, which differ between any two people. */
const withoutIdentity = (text: string, email: string): string =>
  text
    .replaceAll(email, "EMAIL")
    .replaceAll(/\b[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}\b/g, "ID")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");

/** Each way in which a site names a person by address. */
const ways: Record<string, (operator: Operator, email: string, courseId: string) => Promise<string>> = {
  "POST /members": async (operator, email) =>
    (await operator.post("/members", { email, name: "Vi", roles: ["student"] })).body,
  "POST /members?dry_run": async (operator, email) =>
    (await operator.post("/members?dry_run=true", { email, roles: ["student"] })).body,
  "POST /members/bulk": async (operator, email) =>
    (await operator.post("/members/bulk", { operations: [{ op: "upsert", data: { email } }] })).body,
  "POST /students": async (operator, email) => (await operator.post("/students", { email, notify: true })).body,
  "POST /students/bulk": async (operator, email) =>
    (await operator.post("/students/bulk", { operations: [{ op: "create", data: { email } }] })).body,
  "POST /enrollments": async (operator, email, courseId) =>
    (await operator.post("/enrollments", { course_id: courseId, email })).body,
  "POST /enrollments/bulk": async (operator, email, courseId) => {
    const operations = [{ course_id: courseId, email }];
    return (await operator.post("/enrollments/bulk", { operations, create_students: true })).body;
  },
  "POST /imports (members)": async (operator, email) => {
    const inline = ndjsonOf({ email, name: "Vi", external_id: newId() });
    const { status, progress, error } = await imported(operator, { format: "ndjson", resource: "members", inline });
    return JSON.stringify({ status, progress, error });
  },
  "POST /imports (students)": async (operator, email) => {
    const inline = ndjsonOf({ email, external_id: newId() });
    const { status, progress, error } = await imported(operator, { format: "ndjson", resource: "students", inline });
    return JSON.stringify({ status, progress, error });
  },
};

/** Everything that the site can see of a person: the row, lists, invitations, the log and its events. */
async function seenBy({ site, get }: Operator, email: string): Promise<string> {
  const query = `email=${encodeURIComponent(email)}`;
  const bodies = [
    (await get(`/members?${query}`)).body,
    (await get(`/students?${query}`)).body,
    (await get("/invitations")).body,
  ];
  const rows = { audit: await auditOf(site), events: await outboxOf(site) };
  return `${bodies.join("\n")}\n${JSON.stringify(rows)}`;
}

const statusAt = async ({ get }: Operator, email: string): Promise<string | undefined> =>
  (await get(`/members?email=${encodeURIComponent(email)}`)).json<{ data: { status: string }[] }>().data[0]?.status;

void describe("A school learns nothing about people at other schools", () => {
  let elsewhere: ASite;
  before(async () => {
    elsewhere = await aSite({ openSignUp: true });
  });

  for (const [way, act] of Object.entries(ways)) {
    void test(`${way} responds, stores and records the same whether or not the address has an account`, async () => {
      const known = await elsewhere.member({ email: anAddress() });
      const seen = await Promise.all(
        [known.email, anAddress()].map(async (email) => {
          const operator = await operatorOf(await aSite(), scopes);
          const course = await operator.post("/courses", { name: "Knots", slug: "knots" });
          const answer = await act(operator, email, course.json<{ id: string }>().id);
          const rest = (await seenBy(operator, email)).replaceAll(operator.site.origin, "ORIGIN");
          const own = operator.member.email;
          return withoutIdentity(`${answer}\n${rest}`.replaceAll(own, "OWNER"), email).replaceAll(/"[^"]{43}"/g, "X");
        }),
      );
      assert.equal(seen[0], seen[1]);
      assert.doesNotMatch(seen[0]!, /"status":"active","tags"/);
    });
  }

  void test("an audit entry of a failed sign-in names an invited member whether or not they have an account", async () => {
    const known = await elsewhere.member();
    const named = await Promise.all(
      [known.email, anAddress()].map(async (email) => {
        const operator = await operatorOf(await aSite(), scopes);
        await operator.post("/students", { email });
        for (let turn = 0; turn < 11; turn++) await signIn(operator.site, email, "not-the-password-7");
        return (await auditOf(operator.site))
          .filter(({ action }) => action === "refuseSignIn")
          .map(({ memberId }) => memberId !== null);
      }),
    );
    assert.deepEqual(named[0], named[1]);
    assert.ok(named[0]!.length > 0);
  });

  void test("activity elsewhere changes nothing at a site that invited or removed the person", async () => {
    const [invited, removed] = [await operatorOf(await aSite(), scopes), await operatorOf(await aSite(), scopes)];
    const member = await elsewhere.member();
    const left = await removed.site.member({ email: member.email });
    await invited.post("/students", { email: member.email });
    assert.equal((await removed.delete(`/members/${left.sub}`)).statusCode, 204);
    const before = [await seenBy(invited, member.email), await seenBy(removed, member.email)];

    const browser = elsewhere.browser();
    await askForPassword(browser, member.email);
    await browser.submit(await browser.open(linkIn((await mailsTo(member.email))[0]!)), { password: chosen });
    const own = elsewhere.browser();
    await signIn(elsewhere, member.email, chosen, own);
    const email = anAddress();
    await own.submit(await own.open("/account/email"), { email, current: chosen }, "/account/email");
    await own.submit(await own.open(linkIn((await mailsTo(email))[0]!)), {}, "/email/confirm");
    assert.equal((await signIn(elsewhere, email, chosen)).address, "/learn");

    assert.deepEqual([await seenBy(invited, member.email), await seenBy(removed, member.email)], before);
    // Both addresses of the person are two people to these sites.
    for (const operator of [invited, removed]) {
      assert.equal((await operator.post("/members", { email, roles: ["student"] })).statusCode, 201);
    }
    assert.equal((await signIn(removed.site, member.email, chosen)).status, 401);
  });

  void test("a change at one site is recorded at another accepted site without address and request", async () => {
    const [here, there] = [await aSite(), await aSite()];
    const member = await here.member();
    await there.member({ email: member.email });
    const browser = here.browser({}, "198.51.100.77");
    await askForPassword(browser, member.email);
    await browser.submit(await browser.open(linkIn((await mailsTo(member.email))[0]!)), { password: chosen });
    const entry = (await auditOf(there)).find(({ action }) => action === "setPassword")!;
    assert.deepEqual([entry.address, entry.requestId], [null, null]);
    assert.equal((await auditOf(here)).find(({ action }) => action === "setPassword")!.address, "198.51.100.77");
  });

  void test("signing in with an existing password accepts and closes the invitation", async () => {
    const operator = await operatorOf(await aSite(), scopes);
    const { email } = await elsewhere.member();
    await operator.post("/members", { email, roles: ["lecturer"] });
    assert.equal(await statusAt(operator, email), "invited");
    assert.equal((await signIn(operator.site, email, password)).address, "/admin");
    assert.equal(await statusAt(operator, email), "active");
    const { data } = (await operator.get("/invitations")).json<{ data: { status: string }[] }>();
    assert.deepEqual(
      data.map(({ status }) => status),
      ["accepted"],
    );
    assert.equal((await operator.site.browser().open(linkIn((await mailsTo(email))[0]!))).status, 404);
    assert.ok((await auditOf(operator.site)).some(({ action }) => action === "acceptMembership"));
  });

  void test("a person who was removed and added again must accept again", async () => {
    const operator = await operatorOf(await aSite(), scopes);
    const { email, sub } = await operator.site.member();
    await operator.delete(`/members/${sub}`);
    await operator.post("/students", { email });
    assert.equal(await statusAt(operator, email), "invited");
    assert.equal((await signIn(operator.site, email, password)).address, "/learn");
    assert.equal(await statusAt(operator, email), "active");
  });
});

async function anAccountMadeFor(email: string): Promise<ASite> {
  const site = await aSite();
  const hash = await hashPassword(password);
  await database.transaction(async (db) => {
    const scope = { db, site: site.site, now: now() };
    const member = await addMemberTo(scope, { email, name: "Vi", roles: ["student"] }, now());
    assert.ok(await createAccountFor(scope, member, hash));
  });
  return site;
}

void describe("A password that an operator chose for an address", () => {
  void test("does not give access to another school that invited the owner of the address", async () => {
    const email = anAddress();
    const maker = await anAccountMadeFor(email);
    const victim = await operatorOf(await aSite(), scopes);
    await victim.post("/students", { email, notify: true });
    assert.equal((await signIn(maker, email, password)).address, "/learn");
    assert.equal((await signIn(victim.site, email, password)).status, 401);
    assert.equal(await statusAt(victim, email), "invited");

    const browser = victim.site.browser();
    const page = await browser.open(linkIn((await mailsTo(email))[0]!));
    assert.match(page.body, /name="password"/, "The owner chooses a new password.");
    await browser.submit(page, { name: "Vi", password: chosen });
    assert.equal((await signIn(victim.site, email, chosen)).address, "/learn");
    assert.equal((await signIn(victim.site, email, password)).status, 401);
    assert.equal((await signIn(maker, email, password)).status, 401);
  });

  void test("is replaced when the owner signs up, and the address is unverified until then", async () => {
    const [email, open] = [anAddress(), await aSite({ openSignUp: true })];
    const maker = await operatorOf(await anAccountMadeFor(email), scopes);
    const verified = async () =>
      (await maker.get(`/members?email=${email}`)).json<{ data: { email_verified: boolean }[] }>().data[0]!
        .email_verified;
    assert.equal(await verified(), false);
    assert.equal((await signUp(open, { email })).page.address, "/learn");
    assert.equal(await verified(), true);
    assert.equal((await signIn(maker.site, email, password)).status, 401);
  });

  void test("is not confirmed by a verification link that the owner opens unaware", async () => {
    const email = anAddress();
    const maker = await anAccountMadeFor(email);
    const other = await operatorOf(await aSite(), scopes);
    await other.post("/students", { email });
    const attacker = maker.browser();
    await signIn(maker, email, password, attacker);
    await attacker.submit(await attacker.open("/account"), {}, "/account/email/verify");
    const owner = maker.browser();
    await owner.submit(await owner.open(linkIn((await mailsTo(email))[0]!)), {}, "/email/confirm");
    assert.equal((await signIn(other.site, email, password)).status, 401);
  });

  void test("and an account that someone tries to move to the address of another person accept none of their invitations", async () => {
    const [here, other] = [await aSite(), await operatorOf(await aSite(), scopes)];
    const attacker = await here.member();
    const email = anAddress();
    await other.post("/students", { email });
    const browser = await here.signedIn(attacker);
    await browser.submit(await browser.open("/account/email"), { email, current: password }, "/account/email");
    const owner = here.browser();
    const page = await owner.open(linkIn((await mailsTo(email))[0]!));
    assert.doesNotMatch(page.body, /action="\/email\/confirm"/);
    assert.equal((await signIn(here, email, password)).status, 401);
    assert.equal((await signIn(other.site, email, password)).status, 401);
  });

  void test("a password reset link from another site is invalid once a password is chosen", async () => {
    const email = anAddress();
    const [one, two] = [await operatorOf(await aSite(), scopes), await operatorOf(await aSite(), scopes)];
    for (const operator of [one, two]) await operator.post("/students", { email });
    await askForPassword(one.site.browser(), email);
    const [first] = await mailsTo(email);
    await askForPassword(two.site.browser(), email);
    const second = (await mailsTo(email, 2)).find((mail) => linkIn(mail) !== linkIn(first!))!;
    const at = one.site.browser();
    await at.submit(await at.open(linkIn(first!)), { password: chosen });
    const late = two.site.browser();
    const page = await late.open(linkIn(second));
    assert.equal((await late.submit(page, { password: "another-violet-42" })).status, 404);
    assert.equal((await signIn(two.site, email, chosen)).address, "/learn");
  });

  void test("and a sign-up of an invited person joins with their account elsewhere", async () => {
    const [there, open] = [await aSite(), await aSite({ openSignUp: true })];
    const operator = await operatorOf(open, scopes);
    const { email } = await there.member();
    await operator.post("/members/bulk", { operations: [{ op: "upsert", data: { email, name: "As invited" } }] });
    const browser = open.browser();
    await askToSignUp(browser, { email });
    await browser.submit(await browser.open(linkIn((await mailsTo(email))[0]!)), {});
    assert.equal(await statusAt(operator, email), "active");
    assert.equal((await signIn(open, email, password)).address, "/learn");
  });
});
