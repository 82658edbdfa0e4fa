import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Database } from "#database/database.ts";
import { requestPasswordReset } from "#domain/people/accounts/request-password-reset.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { count, type Limit, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { hour, later, minute } from "../../support/clock.ts";
import { cpuTime } from "../../support/meters/cpu-time.ts";
import { database } from "../../support/databases/database.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { setRoles, setStatus } from "../../support/worlds/records.ts";
import { stopwatch } from "../../support/meters/stopwatch.ts";
import { aSite, type ASite, buildProcess, postbox, siteAt } from "../../support/world.ts";
import { alertOn, anAddress, anonymous, askForPassword, askToSignUp, linkTo } from "../support/sign-up-forms.ts";

type Ask = (browser: TestBrowser, email: string) => ReturnType<typeof askForPassword>;

const forms: Record<string, Ask> = {
  "/sign-up": (browser, email) => askToSignUp(browser, { email }),
  "/password/forgotten": askForPassword,
};

/** Addresses in every state that a person can have, none of which has been requested yet. */
async function everyStanding(site: ASite): Promise<Record<string, string>> {
  const elsewhere = await aSite();
  const [member, suspended, powerless] = [await site.member(), await site.member(), await site.member()];
  await setStatus(site, suspended, "suspended");
  await setRoles(site, powerless, []);
  const invited = anAddress();
  const newcomer = { email: invited, name: null, roles: ["student"] } as const;
  await database.transaction((db) => addMemberTo({ db, site: site.site }, newcomer, new Date()));
  return {
    unknown: anAddress(),
    member: member.email,
    suspended: suspended.email,
    powerless: powerless.email,
    invited,
    "of another school": (await elsewhere.member()).email,
  };
}

const rowsAt = async ({ id }: ASite) => {
  const { rows } = await database.pool.query<{ links: number; entries: number; limits: number }>(
    `select (select count(*) from mail_links where site_id = $1) as links,
            (select count(*) from audit_entries where site_id = $1) as entries,
            (select count(*) from rate_limits where site_id = $1) as limits`,
    [id],
  );
  return rows[0]!;
};

/** The database of the tests, with the sizes of the jobs that are queued. */
function withSizesOfJobs(sizes: number[]): Database {
  const transaction: Database["transaction"] = (work) =>
    database.transaction((db) =>
      work({
        ...db,
        run: (strings, ...values) => {
          if (strings.join("").includes("graphile_worker.add_job")) sizes.push(String(values[1]).length);
          return db.run(strings, ...values);
        },
      }),
    );
  return { ...database, transaction };
}

/** Minimum CPU time in milliseconds: other work on the machine only adds to it. */
async function leastWork(addresses: readonly string[], ask: (email: string) => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (const email of addresses) {
    least = Math.min(least, await cpuTime(() => ask(email)));
    // The delivery is not part of the response.
    await mailsInAll(email);
  }
  return least;
}

void describe("Requesting an email", () => {
  for (const [path, ask] of Object.entries(forms)) {
    void test(`${path}: has the same response and the same writes for every address`, async () => {
      const site = await aSite({ openSignUp: true });
      const answers = new Set<string>();
      const written = new Set<string>();
      for (const [enrollmentStatus, email] of Object.entries(await everyStanding(site))) {
        const before = await rowsAt(site);
        const page = await ask(site.browser(), email);
        assert.equal(page.status, 200, enrollmentStatus);
        answers.add(anonymous(page, email));
        const after = await rowsAt(site);
        written.add(
          [after.links - before.links, after.entries - before.entries, after.limits > before.limits].join(" "),
        );
      }
      assert.equal(answers.size, 1, "one page for all");
      assert.deepEqual([...written], ["1 1 true"], "one link and one entry for every address");
    });

    void test(`${path}: sends five emails to one address per hour, and responds the same to a sixth request`, async () => {
      const site = await aSite({ openSignUp: true });
      const { email } = await site.member();
      const answers = new Set<string>();
      for (let turn = 0; turn < 7; turn++) {
        const page = await ask(site.browser({}, `203.0.113.${turn}`), email);
        answers.add(`${page.status} ${anonymous(page, email)}`);
      }
      assert.equal(answers.size, 1);
      assert.equal(await mailsInAll(email), 5);
      await later(hour + minute, async () => ask(site.browser(), email.toUpperCase()));
      assert.equal(await mailsInAll(email), 6);
    });
  }

  void test("/sign-up: corrects an address with the same response and the same writes for every address", async () => {
    const site = await aSite({ openSignUp: true });
    const answers = new Set<string>();
    const written = new Set<string>();
    for (const [standing, email] of Object.entries(await everyStanding(site))) {
      const browser = site.browser();
      const mistyped = await askToSignUp(browser, { email: anAddress() });
      const before = await rowsAt(site);
      const page = await browser.submit(mistyped, { email });
      assert.equal(page.status, 200, standing);
      assert.ok(page.body.includes("The email is on its way again."), standing);
      answers.add(anonymous(page, email));
      const after = await rowsAt(site);
      written.add([after.links - before.links, after.entries - before.entries, after.limits > before.limits].join(" "));
    }
    assert.equal(answers.size, 1, "one page for all");
    assert.deepEqual([...written], ["1 1 true"], "one link and one entry for every address");
  });

  void test("/sign-up: sends no sixth email on request, and responds the same", async () => {
    const site = await aSite({ openSignUp: true });
    const { email } = await site.member();
    const browser = site.browser();
    let page = await askToSignUp(browser, { email });
    const answers = new Set<string>();
    for (let turn = 0; turn < 6; turn++) {
      page = await browser.submit(page, { email });
      answers.add(`${page.status} ${anonymous(page, email)}`);
    }
    assert.equal(answers.size, 1);
    assert.equal(await mailsInAll(email), 5);
  });

  void test("/password/forgotten: composes an email and queues a job of the same size for every address", async () => {
    const site = await aSite();
    const sizes: Record<string, number[]> = {};
    for (const [who, email] of Object.entries(await everyStanding(site))) {
      const found: number[] = [];
      const request = { email, locale: "en", browser: "lbr_x", authorizationId: null } as const;
      await requestPasswordReset({ ...site.context(), mail: postbox, db: withSizesOfJobs(found) }, request);
      sizes[who] = found.map((size) => size - email.length);
    }
    // A person who has not accepted an invitation gets another text.
    const { invited, ...others } = sizes;
    assert.ok(invited!.length === 1 && invited![0]! > 1000);
    assert.ok(others["member"]!.length === 1 && others["member"]![0]! > 1000);
    // Base64 ends with up to two bytes of padding, and lengths of addresses differ.
    for (const [who, [size]] of Object.entries(others)) {
      assert.ok(Math.abs(size! - others["member"]![0]!) <= 40, `${who}: ${JSON.stringify(sizes)}`);
    }
  });

  void test("/sign-up: hashes the password for members and unknown addresses alike, which takes most of the time", async () => {
    const site = await aSite({ openSignUp: true });
    const people = await Promise.all(Array.from({ length: 6 }, () => site.member()));
    const browser = site.browser();
    await askToSignUp(browser, { email: anAddress() });
    const known = await leastWork(
      people.map(({ email }) => email),
      (email) => askToSignUp(browser, { email }),
    );
    const unknown = await leastWork(Array.from({ length: 6 }, anAddress), (email) => askToSignUp(browser, { email }));
    const ratio = known / unknown;
    assert.ok(ratio > 0.5 && ratio < 2, `${known} ms for a member, ${unknown} ms for an unknown address`);
  });

  void test("for a password consumes no limit of the owner: the links of the first emails stay valid", async () => {
    const site = await aSite();
    const { email } = await site.member();
    for (let turn = 0; turn < 6; turn++) await askForPassword(site.browser({}, `203.0.113.${turn}`), email);
    await mailsTo(email, 5);
    assert.equal((await site.browser().open(await linkTo(email))).status, 200);
  });

  const perNetwork: [string, Ask, Limit][] = [
    ["/sign-up", forms["/sign-up"]!, limits.signUpPerAddress],
    ["/password/forgotten", askForPassword, limits.passwordResetPerAddress],
  ];
  for (const [path, ask, limit] of perNetwork) {
    void test(`${path}: is rate-limited per network across processes`, async () => {
      const site = await aSite({ openSignUp: true });
      const watch = stopwatch();
      const counted = Array.from({ length: limit.max }, () => count(site.context(), limit, "198.51.100.7"));
      await Promise.all(counted);
      const other = siteAt(site.site, buildProcess({ mail: postbox }));
      const email = anAddress();
      for (const process of [site, other]) {
        const refused = await ask(process.browser({}, "198.51.100.7"), email);
        assert.equal(refused.status, 429);
        watch.assertRestOf(3600, refused.response.headers["retry-after"]);
        assert.match(alertOn(refused)!, /Wait (?:60|5\d) minutes/);
      }
      assert.equal((await ask(site.browser({}, "198.51.100.8"), email)).status, 200);
      await later(hour + minute, async () =>
        assert.equal((await ask(site.browser({}, "198.51.100.7"), email)).status, 200),
      );
    });
  }
});
