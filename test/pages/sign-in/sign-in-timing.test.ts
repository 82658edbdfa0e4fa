import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { hashPassword } from "#domain/people/accounts/password.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { signIn } from "#domain/people/sign-in/sign-in.ts";
import { cpuTime } from "../../support/meters/cpu-time.ts";
import { database } from "../../support/databases/database.ts";
import { setStatus } from "../../support/worlds/records.ts";
import { aSite, password } from "../../support/world.ts";

/** Email addresses in every state known to a site, and a wrong password. */
async function everybody() {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const suspended = await site.member();
  await setStatus(site, suspended, "suspended");
  const invited = { email: `${newId()}@example.test`, name: null, roles: ["student" as const] };
  await database.transaction((db) => addMemberTo({ db, site: site.site }, invited, new Date()));
  const [member, stranger] = [await site.member(), await elsewhere.member()];
  // Members of tests have cheap digests.
  const digested = await hashPassword(password);
  const accounts = [member, stranger, suspended].map(({ accountId }) => accountId);
  await database.pool.query("update accounts set password_hash = $1 where id = any($2)", [digested, accounts]);
  const people: Record<string, [email: string, password: string]> = {
    member: [member.email, "wrong-anchor-violet"],
    "an unknown address": [`${newId()}@example.test`, "wrong-anchor-violet"],
    "a member of another school": [stranger.email, password],
    "an invited member without a password": [invited.email, password],
    "a suspended member with the right password": [suspended.email, password],
  };
  return { site, people };
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

void test("The CPU time of a rejected sign-in does not depend on membership: interleaved measurements, medians", async () => {
  const { site, people } = await everybody();
  const measured = new Map(Object.keys(people).map((who) => [who, [] as number[]]));
  // At most ten each: the next one is rate-limited.
  for (let round = 0; round < 10; round++) {
    for (const [index, [who, [email, secret]]] of Object.entries(people).entries()) {
      const browser = site.browser({}, `198.51.${100 + index}.${round}`);
      const page = await browser.open("/sign-in");
      const attempt = async () => assert.equal((await browser.submit(page, { email, password: secret })).status, 401);
      measured.get(who)!.push(await cpuTime(attempt));
    }
  }
  const medians = [...measured].map(([who, times]) => ({ who, milliseconds: median(times) }));
  const [member, ...others] = medians;
  // Without hashing a response takes a fifth of the time.
  for (const { who, milliseconds } of others) {
    const ratio = milliseconds / member!.milliseconds;
    assert.ok(ratio > 0.4 && ratio < 2.5, `${who}: ${JSON.stringify(medians)}`);
  }
});

void test("A rejected sign-in runs the same number of statements for every account", async () => {
  const { site, people } = await everybody();
  const counts: Record<string, number> = {};
  for (const [index, [who, [email, secret]]] of Object.entries(people).entries()) {
    counts[who] = 0;
    const counted = (): RequestContext["db"] => ({
      ...database,
      many: (strings, ...values) => (counts[who]!++, database.many(strings, ...values)),
      first: (strings, ...values) => (counts[who]!++, database.first(strings, ...values)),
      one: (strings, ...values) => (counts[who]!++, database.one(strings, ...values)),
      run: (strings, ...values) => (counts[who]!++, database.run(strings, ...values)),
      write: {
        many: (strings, ...values) => (counts[who]!++, database.write.many(strings, ...values)),
        first: (strings, ...values) => (counts[who]!++, database.write.first(strings, ...values)),
        one: (strings, ...values) => (counts[who]!++, database.write.one(strings, ...values)),
      },
      transaction: (work) => (counts[who]!++, database.transaction(work)),
    });
    const context = { ...site.context(), db: counted(), address: `198.51.100.${index}` };
    const entered = await signIn(context, { email, password: secret, browser: `lbr_${newId()}`, userAgent: "" });
    assert.equal(entered, undefined, who);
  }
  assert.equal(new Set(Object.values(counts)).size, 1, JSON.stringify(counts));
  assert.ok(counts["member"]! >= 4);
});
