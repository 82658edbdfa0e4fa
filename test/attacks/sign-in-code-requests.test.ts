import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { limits, count } from "#domain/platform/rate-limits/rate-limits.ts";
import { requestSignInCode } from "#domain/people/sign-in-codes/request-code.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { database } from "../support/databases/database.ts";
import { mailsInAll } from "../support/doubles/mailroom.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { setRoles, setStatus } from "../support/worlds/records.ts";
import { codeOf, enterCode, setUpApp } from "../support/second-factors.ts";
import { aSite, type ASite, postbox } from "../support/world.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { anAskedCode, askForCode, aSiteWithCodes, codeIn, enterDigits } from "../pages/sign-in/support/mailed-codes.ts";
import { aSiteOnline, connectProvider, memberIn } from "../pages/sign-in/support/provider-site.ts";
import { anOpenIdProvider } from "../support/doubles/openid-provider.ts";
import { anAddress, anonymous } from "../pages/support/sign-up-forms.ts";

const assertNobody = async (browser: TestBrowser) => assert.equal(await memberIn(browser), undefined);

const remove = ({ id: siteId }: ASite, { id }: { id: string }) =>
  database.run`update members set status = 'removed', roles = '{}' where site_id = ${siteId} and id = ${id}`;

/** Addresses in every state that a person can have. */
async function everyStanding(site: ASite): Promise<Record<string, string>> {
  const elsewhere = await aSite();
  const [member, suspended, removed, powerless] = await Promise.all([1, 2, 3, 4].map(() => site.member()));
  await setStatus(site, suspended!, "suspended");
  await remove(site, removed!);
  await setRoles(site, powerless!, []);
  const stranger = anAddress();
  // Invited here, with an account whose password the operator of another school chose.
  const claimedElsewhere = await elsewhere.member();
  await database.run`update accounts set password_site_id = ${elsewhere.id} where id = ${claimedElsewhere.accountId}`;
  const invited = { email: claimedElsewhere.email, name: null, roles: ["student"] } as const;
  await database.transaction((db) => addMemberTo({ db, site: site.site }, invited, new Date()));
  return {
    member: member!.email,
    unknown: stranger,
    suspended: suspended!.email,
    removed: removed!.email,
    powerless: powerless!.email,
    "of another school": (await elsewhere.member()).email,
    "whose account another school controls": claimedElsewhere.email,
  };
}

void describe("Asking for a code", () => {
  void test("reveals no account: the same pages, rows, statements and sizes for every address", async () => {
    const site = await aSiteWithCodes();
    const people = await everyStanding(site);
    const [pages, written] = [new Set<string>(), new Set<string>()];
    for (const [standing, email] of Object.entries(people)) {
      const browser = site.browser();
      const before = await rowsAt(site);
      const asked = await askForCode(browser, email);
      const wrong = await enterDigits(browser, asked, "000000");
      const after = await rowsAt(site);
      pages.add(`${anonymous(asked, email)}\n${wrong.status} ${anonymous(wrong, email)}`);
      written.add([after.codes - before.codes, after.entries - before.entries, after.limits > before.limits].join(" "));
      if (standing !== "member") assert.equal(await mailsInAll(email), 0, standing);
    }
    assert.equal(pages.size, 1);
    assert.deepEqual([...written], ["1 1 true"]);

    const work: Record<string, string> = {};
    for (const [standing, email] of Object.entries(people)) {
      const { context, counted } = countingContext(site);
      const request = {
        email,
        locale: "en",
        browser: `lbr_${standing}`,
        authorizationId: null,
        returnTo: null,
      } as const;
      await requestSignInCode(context, request);
      work[standing] = `${counted.statements} statements, ${Math.round((counted.size - email.length) / 60)}`;
    }
    assert.equal(new Set(Object.values(work)).size, 1, JSON.stringify(work));
  });

  void test("sends five emails an hour from one network, and says the same about a sixth", async () => {
    const site = await aSiteWithCodes();
    const { email } = await site.member();
    const pages = new Set<string>();
    for (let turn = 0; turn < 6; turn++) pages.add(anonymous(await askForCode(site.browser(), email), email));
    assert.equal(pages.size, 1);
    assert.equal(await mailsInAll(email), 5);
    assert.equal((await askForCode(site.browser({}, "198.51.100.9"), email)).status, 200);
    assert.equal(await mailsInAll(email), 6);
  });

  void test("sends fifteen an hour to strange browsers of many networks, and more to those of the person", async () => {
    const { site, member, browser, page, digits } = await anAskedCode();
    await enterDigits(browser, page, digits);
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    await count(site.context(), limits.codeMailPerRecipient, member.email, 20);
    await askForCode(site.browser({}, "198.51.100.10"), member.email);
    assert.equal(await mailsInAll(member.email), 1);
    await askForCode(browser, member.email);
    assert.equal(await mailsInAll(member.email), 2);
  });

  void test("is limited per network", async () => {
    const site = await aSiteWithCodes();
    await count(site.context(), limits.signInCodePerAddress, "198.51.100.7", 300);
    const refused = await askForCode(site.browser({}, "198.51.100.7"), anAddress());
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.response.headers["retry-after"]) > 0);
  });
});

void describe("A code that was mailed does not sign in", () => {
  const changes: Record<string, (asked: Awaited<ReturnType<typeof anAskedCode>>) => Promise<unknown>> = {
    "a member who was suspended since": ({ site, member }) => setStatus(site, member, "suspended"),
    "a member who was removed since": ({ site, member }) => remove(site, member),
    "a member without roles": ({ site, member }) => setRoles(site, member, []),
    "a member whose address changed since": ({ member }) =>
      database.run`update accounts set email = 'x' || email, email_key = 'x' || email_key where id = ${member.accountId}`,
    "a member whose domain signs in with a provider since": async ({ site, member }) =>
      connectProvider(site, await anOpenIdProvider(), { domains: [member.email.split("@")[1]!], passwordsOff: true }),
  };
  for (const [who, change] of Object.entries(changes)) {
    void test(who, async () => {
      const asked = await anAskedCode();
      await change(asked);
      assert.match((await enterDigits(asked.browser, asked.page, asked.digits)).body, /expired or was used/);
      await assertNobody(asked.browser);
      const sessions = await database.many`select 1 from sessions where site_id = ${asked.site.id}`;
      assert.equal(sessions.length, 0);
    });
  }

  void test("once the school has switched codes off", async () => {
    const { site, browser, page, digits, link } = await anAskedCode();
    await site.set({ signInByEmail: "off" });
    assert.equal((await enterDigits(browser, page, digits)).status, 404);
    assert.equal((await browser.open(link)).status, 404);
    await assertNobody(browser);
  });
});

void test("An address whose domain signs in with its provider gets no code", async () => {
  const site = await aSiteOnline({ signInByEmail: "offered" });
  const member = await site.member({ email: `ana@${site.id}.example` });
  await connectProvider(site, await anOpenIdProvider(), { domains: [`${site.id}.example`], passwordsOff: true });
  const page = await askForCode(site.browser(), member.email);
  assert.ok(page.response.headers["refresh"], "leads to the provider");
  assert.equal(await mailsInAll(member.email), 0);
});

void test("The database holds neither the digits nor the link, and its digests match no list of all digits", async () => {
  const { site, digits, link } = await anAskedCode();
  const [row] = (
    await database.pool.query("select row_to_json(c)::text as row from sign_in_codes c where site_id = $1", [site.id])
  ).rows as { row: string }[];
  assert.equal(row!.row.includes(link.split("link=")[1]!), false);
  const { digest } = await import("#lib/secrets/secret.ts");
  assert.equal(row!.row.includes(digest(digits).toString("hex")), false);
});

void test("Return addresses lead to pages of the school only", async () => {
  const site = await aSiteWithCodes();
  const { email } = await site.member();
  const browser = site.browser();
  const page = await askForCode(browser, email, "/sign-in?return_to=//evil.example/");
  assert.equal((await enterDigits(browser, page, (await codeIn(email)).digits)).address, "/learn");
});

const rowsAt = async ({ id }: ASite) => {
  const { rows } = await database.pool.query<{ codes: number; entries: number; limits: number }>(
    `select (select count(*) from sign_in_codes where site_id = $1) as codes,
            (select count(*) from audit_entries where site_id = $1) as entries,
            (select count(*) from rate_limits where site_id = $1) as limits`,
    [id],
  );
  return rows[0]!;
};

/** A context that counts statements, and the bytes of queued jobs. */
function countingContext(site: ASite): { context: RequestContext; counted: { statements: number; size: number } } {
  const counted = { statements: 0, size: 0 };
  const wrap = <Queries extends Pick<typeof database, "many" | "first" | "one" | "run" | "write">>(
    db: Queries,
  ): Queries => ({
    ...db,
    many: (strings, ...values) => (counted.statements++, db.many(strings, ...values)),
    first: (strings, ...values) => (counted.statements++, db.first(strings, ...values)),
    one: (strings, ...values) => (counted.statements++, db.one(strings, ...values)),
    run: (strings, ...values) => {
      counted.statements++;
      if (strings.join("").includes("graphile_worker.add_job")) counted.size = String(values[1]).length;
      return db.run(strings, ...values);
    },
    write: {
      many: (strings, ...values) => (counted.statements++, db.write.many(strings, ...values)),
      first: (strings, ...values) => (counted.statements++, db.write.first(strings, ...values)),
      one: (strings, ...values) => (counted.statements++, db.write.one(strings, ...values)),
    },
  });
  const db: RequestContext["db"] = {
    ...wrap(database),
    transaction: (work) => database.transaction((inside) => work(wrap(inside))),
  };
  return { context: { ...site.context(), db, mail: postbox }, counted };
}

void test("A code does not replace the second factor of a member who has one", async () => {
  const site = await aSiteWithCodes();
  const member = await site.member();
  const { secret } = await setUpApp(site, member);
  const browser = site.browser();
  const asked = await askForCode(browser, member.email, "/sign-in?return_to=/account");
  const mails = await mailsInAll(member.email);
  const step = await enterDigits(browser, asked, (await codeIn(member.email, mails)).digits);
  await assertNobody(browser);
  const done = await enterCode(browser, step, await codeOf(secret, 1));
  assert.equal(done.address, "/account");
});
