import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Limit, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { countAcrossSites } from "#domain/platform/rate-limits/sign-in-attempts.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { hour, later, minute } from "../../support/clock.ts";
import { mailsInAll } from "../../support/doubles/mailroom.ts";
import { unverifyEmail } from "../../support/worlds/records.ts";
import { type AMember, aSite, type ASite } from "../../support/world.ts";
import { alertOn, anAddress, anonymous, askForPassword, askToSignUp } from "../support/sign-up-forms.ts";

const sites = (count: number): Promise<ASite[]> =>
  Promise.all(Array.from({ length: count }, () => aSite({ openSignUp: true })));

interface Way {
  ask: (site: ASite, email: string, turn: number) => Promise<{ status: number; text: string }>;
  /** Emails in all, after five requests at each of three sites in turn. */
  delivered: number[];
}

const pageOf = async (page: ReturnType<typeof askForPassword>, email: string, { origin }: ASite) => {
  const answered = await page;
  const host = new URL(origin).host;
  return { status: answered.status, text: anonymous(answered, email).replaceAll(host, "HOST") };
};

const ways: Record<string, Way> = {
  "a password reset": {
    ask: (site, email, turn) => pageOf(askForPassword(site.browser({}, `203.0.113.${turn}`), email), email, site),
    delivered: [5, 10, 11],
  },
  "a sign-up": {
    ask: (site, email, turn) => pageOf(askToSignUp(site.browser({}, `203.0.113.${turn}`), { email }), email, site),
    delivered: [5, 10, 10],
  },
};

void describe("Emailed links, counted across all sites", () => {
  for (const [what, { ask, delivered }] of Object.entries(ways)) {
    void test(`${what}: one address gets a limited number an hour, and every site responds the same`, async () => {
      const email = anAddress();
      const schools = await sites(3);
      for (const school of schools) await school.member({ email });
      const answers = new Set<string>();
      const inAll: number[] = [];
      for (const school of schools) {
        for (let turn = 0; turn < 5; turn++) {
          const { status, text } = await ask(school, email, turn);
          answers.add(`${status} ${text}`);
        }
        inAll.push(await mailsInAll(email));
      }
      assert.equal(answers.size, 1);
      assert.deepEqual(inAll, delivered);
    });
  }

  const signInMails: Record<string, (site: ASite, person: AMember) => Promise<unknown>> = {
    set_password: (site, { email }) => askForPassword(site.browser(), email),
    verify_email: async (site, person) => {
      await unverifyEmail(person);
      const browser = await site.signedIn(person);
      return browser.submit(await browser.open("/account"), {}, "/account/email/verify");
    },
  };
  for (const [purpose, ask] of Object.entries(signInMails)) {
    void test(`${purpose}: other sites cannot suppress a site's first email of the hour`, async () => {
      const [own, other] = await sites(2);
      const person = await own!.member();
      const { mailPerRecipientAcrossSites: shared } = limits;
      const byOthers = () =>
        countAcrossSites({ ...other!.context(), now: new Date(0) }, shared, `${purpose}\n${person.email}`);
      await Promise.all(Array.from({ length: 2 * shared.max }, byOthers));
      await ask(own!, person);
      assert.equal(await mailsInAll(person.email), 1);
      await ask(own!, person);
      assert.equal(await mailsInAll(person.email), 1, "The second one counts with those of other sites.");
    });
  }

  void test("an invitation: one address gets ten an hour, and every site reports the invitation as sent", async () => {
    const email = anAddress();
    const answers = new Set<string>();
    for (let school = 0; school < 12; school++) {
      const operator = await operatorOf(await aSite(), "members:read members:write");
      const answer = await operator.post("/members", { email, roles: ["student"] });
      const { status } = answer.json<{ status: string }>();
      const [invitation] = (await operator.get("/invitations")).json<{ data: { status: string; sent_at: string }[] }>()
        .data;
      answers.add([answer.statusCode, status, invitation?.status, typeof invitation?.sent_at].join(" "));
    }
    assert.deepEqual([...answers], ["201 invited pending string"]);
    assert.equal(await mailsInAll(email), 10);
  });

  void test("too many invitations do not affect the password resets of the same person", async () => {
    const site = await aSite();
    const { email } = await site.member();
    const invitations = { ...limits.mailPerRecipientAcrossSites };
    await Promise.all(
      Array.from({ length: 20 }, () =>
        countAcrossSites({ ...site.context(), now: new Date(0) }, invitations, `invitation\n${email}`),
      ),
    );
    await askForPassword(site.browser(), email);
    assert.equal(await mailsInAll(email), 1);
  });

  const perNetwork: [string, (site: ASite, address: string) => ReturnType<typeof askForPassword>, Limit][] = [
    [
      "/sign-up",
      (site, address) => askToSignUp(site.browser({}, address), { email: anAddress() }),
      limits.signUpPerAddressAcrossSites,
    ],
    [
      "/password/forgotten",
      (site, address) => askForPassword(site.browser({}, address), anAddress()),
      limits.passwordResetPerAddressAcrossSites,
    ],
  ];
  for (const [index, [path, ask, limit]] of perNetwork.entries()) {
    void test(`${path}: one network gets no more requests with many sites than the limit across sites`, async () => {
      const [first, second] = await sites(2);
      const network = `198.18.${index}.7`;
      await Promise.all(Array.from({ length: limit.max }, () => countAcrossSites(first!.context(), limit, network)));
      for (const site of [first!, second!]) {
        const refused = await ask(site, network);
        assert.equal(refused.status, 429);
        assert.match(alertOn(refused)!, /Wait 60 minutes/);
      }
      assert.equal((await ask(second!, `198.18.${index}.8`)).status, 200);
      await later(hour + minute, async () => assert.equal((await ask(second!, network)).status, 200));
    });
  }
});
