import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { limits, count } from "#domain/platform/rate-limits/rate-limits.ts";
import { requestSignInCode } from "#domain/people/sign-in-codes/request-code.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { database } from "../support/databases/database.ts";
import { mailsInAll } from "../support/doubles/mailroom.ts";
import { hour, later, minute } from "../support/clock.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { setRoles, setStatus } from "../support/worlds/records.ts";
import { codeOf, enterCode, setUpApp } from "../support/second-factors.ts";
import { aSite, type ASite, postbox } from "../support/world.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { askForCode, aSiteWithCodes, codeIn, enterDigits, otherThan } from "../pages/sign-in/support/mailed-codes.ts";
import { aSiteOnline, connectProvider, memberIn } from "../pages/sign-in/support/provider-site.ts";
import { anOpenIdProvider } from "../support/doubles/openid-provider.ts";
import { alertOn, anAddress, anonymous } from "../pages/support/sign-up-forms.ts";

const csrfOf = ({ body }: { body: string }) => /name="csrf" value="([^"]*)"/.exec(body)![1]!;

/** A member whose code waits in a browser. */
async function anAskedCode(site?: ASite) {
  const at = site ?? (await aSiteWithCodes());
  const member = await at.member();
  const browser = at.browser();
  const page = await askForCode(browser, member.email);
  return { site: at, member, browser, page, ...(await codeIn(member.email)) };
}

const assertNobody = async (browser: TestBrowser) => assert.equal(await memberIn(browser), undefined);

void describe("A link of a sign-in code", () => {
  void test("signs in no one when a mail scanner or the person opens it", async () => {
    const { site, browser, link } = await anAskedCode();
    for (const opened of [browser, site.browser(), site.browser()]) {
      assert.equal((await opened.open(link)).status, 200);
      await assertNobody(opened);
    }
    const form = { link: link.split("link=")[1]! };
    assert.equal((await browser.request("POST", "/sign-in/link", form)).statusCode, 403);
    await assertNobody(browser);
    assert.equal((await browser.submit(await browser.open(link), {}, "/sign-in/link")).address, "/learn");
  });

  void test("signs in no other browser, where it offers the digits, and keeps working in its own", async () => {
    const { site, browser, link, digits } = await anAskedCode();
    const stranger = site.browser();
    const page = await stranger.open(link);
    assert.ok(page.body.includes(digits));
    assert.doesNotMatch(page.body, /<form method="post" action="\/sign-in\/link"/);
    const csrf = csrfOf(await stranger.open("/sign-in"));
    const secret = link.split("link=")[1]!;
    assert.ok((await stranger.open("/sign-in/link", { csrf, link: secret })).body.includes(digits));
    await assertNobody(stranger);
    assert.equal((await browser.submit(await browser.open(link), {}, "/sign-in/link")).address, "/learn");
  });

  void test("works once, and so do the digits", async () => {
    const { site, browser, page, link, digits } = await anAskedCode();
    const confirm = await browser.open(link);
    await browser.submit(confirm, {}, "/sign-in/link");
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    const csrf = csrfOf(await browser.open("/sign-in"));
    assert.equal((await browser.open(link)).status, 404);
    assert.equal((await browser.open("/sign-in/link", { csrf, link: link.split("link=")[1]! })).status, 404);
    assert.equal((await browser.open("/sign-in/email/enter", { csrf, digits })).status, 401);
    await assertNobody(browser);
    assert.ok(page && site);
  });

  void test("signs in once if it is confirmed twice at the same moment", async () => {
    const { site, member, browser, link } = await anAskedCode();
    const csrf = csrfOf(await browser.open(link));
    const confirm = () => browser.request("POST", "/sign-in/link", { csrf, link: link.split("link=")[1]! });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    assert.equal(answers.filter(({ statusCode }) => statusCode === 303).length, 1);
    const sessions = await database.many`
      select 1 from sessions where site_id = ${site.id} and member_id = ${member.id}`;
    assert.equal(sessions.length, 1);
  });

  void test("works at no other school", async () => {
    const { browser, link, digits } = await anAskedCode();
    const elsewhere = await aSiteWithCodes();
    const there = elsewhere.browser();
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    assert.equal((await there.open(link)).status, 404);
    const csrf = csrfOf(await there.open("/sign-in"));
    assert.equal((await there.open("/sign-in/email/enter", { csrf, digits })).status, 401);
    await assertNobody(there);
  });
});

void describe("Digits", () => {
  void test("from one browser are worth nothing in another, also where a code waits (login CSRF)", async () => {
    const { site, digits } = await anAskedCode();
    const victim = await anAskedCode(site);
    assert.match((await enterDigits(victim.browser, victim.page, digits)).body, /not right/);
    await assertNobody(victim.browser);
    const bare = site.browser();
    const csrf = csrfOf(await bare.open("/sign-in"));
    assert.equal((await bare.open("/sign-in/email/enter", { csrf, digits })).status, 401);
    await assertNobody(bare);
  });

  void test("are refused from a page of another site, which can also not ask for a code", async () => {
    const { site, browser, digits, member } = await anAskedCode();
    const csrf = csrfOf(await browser.open("/sign-in/email"));
    const forms: Record<string, string>[] = [
      { digits },
      { digits, csrf: "x" },
      { digits, csrf: csrfOf(await site.browser().open("/sign-in")) },
    ];
    for (const sent of forms) {
      assert.equal((await browser.request("POST", "/sign-in/email/enter", sent)).statusCode, 403);
    }
    const crossSite = { "sec-fetch-site": "cross-site" };
    const forged = await browser.request("POST", "/sign-in/email/enter", { csrf, digits }, crossSite);
    const asked = await browser.request("POST", "/sign-in/email", { csrf, email: member.email }, crossSite);
    assert.deepEqual([forged.statusCode, asked.statusCode], [403, 403]);
    await assertNobody(browser);
    assert.equal(await mailsInAll(member.email), 1);
  });

  void test("have five tries for each code, also at the same moment", async () => {
    const { browser, page, digits, link } = await anAskedCode();
    const csrf = csrfOf(page);
    const guess = (by: number) =>
      browser.request("POST", "/sign-in/email/enter", { csrf, digits: otherThan(digits, by) });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, by) => guess(by + 1)));
    assert.equal(answers.filter(({ body }) => body.includes("are not right")).length, 5);
    assert.match((await enterDigits(browser, page, digits)).body, /Too many wrong digits/);
    await assertNobody(browser);
    assert.equal((await browser.submit(await browser.open(link), {}, "/sign-in/link")).address, "/learn");
  });

  void test("cannot be guessed across many codes and networks: twenty tries for an account in a week", async () => {
    const { site, member, browser, page, digits } = await anAskedCode();
    let tried = 0;
    for (let code = 0; code < 5; code++) {
      const attacker = site.browser({}, `198.51.100.${code}`);
      const asked = await askForCode(attacker, member.email);
      const right = (await codeIn(member.email, code + 2)).digits;
      for (let by = 1; by <= 5; by++) {
        const { body } = await enterDigits(attacker, asked, otherThan(right, by));
        if (body.includes("are not right")) tried++;
        else assert.match(alertOn({ body } as never)!, /Digits are off for now/);
      }
      if (code === 4) assert.match((await enterDigits(attacker, asked, right)).body, /Digits are off|Too many/);
      await assertNobody(attacker);
    }
    assert.equal(tried, 20);
    // Not even the right ones of the person, in a browser that they have never used: their link works.
    assert.match((await enterDigits(browser, page, digits)).body, /Digits are off for now/);
    const entries = await database.many<{ details: { limit?: string } }>`
      select details from audit_entries where site_id = ${site.id} and action = 'refuseSignIn'`;
    assert.deepEqual(
      entries.map(({ details }) => details.limit),
      ["sign-in-digits/account"],
    );
  });

  void test("in a browser that the member has used work although strangers used up the tries", async () => {
    const { site, member, browser, page, digits } = await anAskedCode();
    await enterDigits(browser, page, digits);
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    const subject = member.email;
    for (let turn = 0; turn < 21; turn++) await count(site.context(), limits.digitsPerAccount, subject);
    const again = await askForCode(browser, member.email);
    assert.equal((await enterDigits(browser, again, (await codeIn(member.email, 2)).digits)).address, "/learn");
  });

  void test("are off for all strange browsers of a school after 500 wrong ones in a day, and unknown addresses look alike", async () => {
    const { site, browser, page, digits } = await anAskedCode();
    const unknown = site.browser();
    const other = await askForCode(unknown, anAddress());
    await count(site.context(), limits.digitsPerSite, "", 500);
    const answers = [await enterDigits(browser, page, digits), await enterDigits(unknown, other, "123456")];
    for (const { body } of answers) assert.match(body, /Digits are off for now/);
    await later(25 * hour, async () => {
      const fresh = await anAskedCode(site);
      assert.equal((await enterDigits(fresh.browser, fresh.page, fresh.digits)).address, "/learn");
    });
  });

  void test("for addresses without a member do not use up the tries of the school", async () => {
    const site = await aSiteWithCodes();
    const browser = site.browser();
    const page = await askForCode(browser, anAddress());
    for (let turn = 0; turn < 3; turn++) await enterDigits(browser, page, "123456");
    assert.equal((await count(site.context(), limits.digitsPerSite, "", 0)).count, 0);
  });

  void test("are limited per network", async () => {
    const { site, browser, page, digits } = await anAskedCode();
    await count(site.context(), limits.digitsPerAddress, "127.0.0.1", 100);
    const refused = await enterDigits(browser, page, digits);
    assert.equal(refused.status, 429);
    assert.match(alertOn(refused)!, /Too many attempts/);
    await later(16 * minute, async () => assertNobody(browser));
  });
});

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
