import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf, setRoles, setStatus } from "../support/records.ts";
import type { Page, TestBrowser } from "../support/browser-session.ts";
import {
  type AClient,
  type AMember,
  answerOf,
  aSite,
  type ASite,
  authorizeUrl,
  httpsRedirect,
  password,
  type Tokens,
} from "../support/world.ts";

/** What the page says, without its markup. */
const textOf = ({ body }: Page) =>
  body
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");

async function asked(
  { roles = ["student"], scope = "openid email", member: fields = {}, ...extra }: Record<string, unknown> = {},
  made?: (site: ASite) => Promise<AClient>,
) {
  const site = await aSite();
  const member = await site.member({ roles, ...(fields as object) } as Parameters<ASite["member"]>[0]);
  const client = await (made ? made(site) : site.register());
  const browser = await site.signedIn(member);
  const { url, verifier } = authorizeUrl(client, { scope: scope as string, ...(extra as Record<string, string>) });
  const page = await browser.open(url);
  return { site, member, client, browser, page, verifier };
}

const grantedOf = async (site: ASite, client: AClient, page: Page, verifier: string) =>
  (await site.exchange(client, answerOf(page).code, verifier)).json<Tokens>().scope;

void describe("The page", () => {
  void test("names the application, where it will send the person, and the person", async () => {
    const { page, member } = await asked({ member: { name: "Ana Lima" } });
    const text = textOf(page);
    assert.equal(page.status, 200);
    for (const part of ["Reader", "127.0.0.1:43117", "Ana Lima", member.email, "Harbour School"]) {
      assert.ok(text.includes(part), part);
    }
  });

  void test("tells each permission in plain words, and no other", async () => {
    const { page } = await asked({ scope: "openid profile phone" });
    const text = textOf(page);
    assert.ok(text.includes("Confirm who you are"));
    assert.ok(text.includes("See your name, your picture and your roles at this school"));
    assert.equal(text.includes("See your e-mail address"), false);
  });

  void test("shows what the person's role cannot give as not available, and grants the rest", async () => {
    const { site, client, browser, page, verifier } = await asked({
      roles: ["teaching_assistant"],
      scope: "openid courses:read courses:write orders:read",
    });
    const [granted, unavailable] = textOf(page).split("your role at Harbour School cannot give");
    assert.ok(granted!.includes("See all courses, drafts included"));
    for (const words of ["Create, change, publish and delete courses", "See orders, payments and refunds"]) {
      assert.equal(granted!.includes(words), false);
      assert.ok(unavailable!.includes(words), words);
    }
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("warns where every redirect leads to this computer, and not where one is on the web", async () => {
    const warning = "This is a program on your own computer";
    assert.ok(textOf((await asked()).page).includes(warning));
    const { page } = await asked({}, (site) => site.operatorClient({ redirectUris: [httpsRedirect] }));
    assert.equal(textOf(page).includes(warning), false);
    assert.ok(textOf(page).includes("buddy.example.test"));
  });

  void test("takes a name for text, whatever it holds", async () => {
    const client_name = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
    const { page } = await asked({}, (site) => site.register({ client_name }));
    assert.doesNotMatch(page.body, /<script|<img src=x/);
    assert.ok(page.body.includes("&lt;script&gt;"));
  });

  void test("speaks the language that the application asks for", async () => {
    assert.match((await asked({ ui_locales: "zh-TW" })).page.body, /<html lang="zh-TW"/);
  });
});

void describe("The answer", () => {
  void test("Allow gives a code and stands in the audit log with what was granted", async () => {
    const { site, member, client, browser, page, verifier } = await asked();
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(end.status, 303);
    assert.equal(await grantedOf(site, client, end, verifier), "openid email");
    const entry = (await auditOf(site)).at(-1)!;
    assert.deepEqual([entry.action, entry.actorKind, entry.memberId], ["allowClient", "person", member.id]);
    assert.deepEqual(entry.details["scopes"], ["openid", "email"]);
  });

  void test("Refuse sends access_denied with state and iss, no code, and stands in the audit log", async () => {
    const { site, member, browser, page } = await asked();
    const answer = answerOf(await browser.submit(page, { decision: "deny" }));
    assert.deepEqual([answer.error, answer.state, answer.iss, answer.code], ["access_denied", "xyz", site.origin, ""]);
    const entry = (await auditOf(site)).at(-1)!;
    assert.deepEqual([entry.action, entry.memberId], ["refuseClient", member.id]);
  });

  void test("Somebody else signs in and is asked for themselves", async () => {
    const { site, client, browser, page, verifier } = await asked();
    const other = await site.member();
    const signIn = await browser.submit(page, { decision: "switch" });
    assert.match(signIn.address, /^\/sign-in\?authorization=/);
    const again = await browser.submit(signIn, { email: other.email, password });
    assert.ok(textOf(again).includes(other.email));
    const { code } = answerOf(await browser.submit(again, { decision: "allow" }));
    const { access_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
    assert.equal((await site.userinfo(access_token)).json<{ sub: string }>().sub, other.sub);
  });

  void test("An answer that is none shows the page again", async () => {
    const { browser, page } = await asked();
    for (const decision of ["", "maybe", "ALLOW"]) {
      const again = await browser.submit(page, { decision });
      assert.equal(again.status, 200);
      assert.ok(again.address.startsWith(page.address));
    }
  });

  void test("Of two answers to one request the second finds it answered", async () => {
    const { browser, page } = await asked();
    assert.ok(answerOf(await browser.submit(page, { decision: "allow" })).code);
    for (const decision of ["allow", "deny"]) {
      const second = await browser.submit(page, { decision });
      assert.deepEqual([second.status, second.response.headers.location], [400, undefined]);
    }
  });

  void test("Of many answers at once one counts", async () => {
    const { site, browser, page } = await asked();
    const answers = await Promise.all(
      ["allow", "deny", "allow", "deny", "allow", "deny"].map((decision) => browser.submit(page, { decision })),
    );
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    const decisions = (await auditOf(site)).filter(({ action }) => /^(allow|refuse)Client$/.test(action));
    assert.equal(decisions.length, 1);
  });
});

void describe("An answer that the person did not give", () => {
  const isAskedAgain = (page: Page) => page.status === 200 && page.address.startsWith("/consent?");

  void test("counts for nothing without the form's token, or with another browser's", async () => {
    const { site, browser, page } = await asked();
    const other = await (await site.signedIn(await site.member())).open("/account");
    const foreign = /name="csrf" value="([^"]+)"/.exec(other.body)![1]!;
    for (const csrf of ["", "made-up", foreign]) {
      assert.ok(isAskedAgain(await browser.submit(page, { csrf, decision: "allow" })));
    }
    assert.ok(answerOf(await browser.submit(page, { decision: "allow" })).code);
  });

  void test("counts for nothing from a page that was shown to another member: it starts again", async () => {
    const { site, browser, page } = await asked();
    const other = await site.member();
    await enterAs(site, browser, other);
    const again = await browser.submit(page, { decision: "allow" });
    assert.ok(isAskedAgain(again));
    assert.ok(textOf(again).includes(other.email));
    assert.ok(answerOf(await browser.submit(again, { decision: "allow" })).code);
  });

  void test("counts for nothing from somebody who is signed out by now, or suspended", async () => {
    const { site, member, browser, page } = await asked();
    await setStatus(site, member, "suspended");
    assert.match((await browser.submit(page, { decision: "allow" })).address, /^\/sign-in\?/);
    await setStatus(site, member, "active");
    browser.cookies.delete("__Host-lectern_session");
    assert.match((await browser.submit(page, { decision: "allow" })).address, /^\/sign-in\?/);
  });

  void test("counts for nothing in another browser", async () => {
    const { site, member, page } = await asked();
    const thief = await site.signedIn(member);
    await thief.open("/account");
    assert.equal((await thief.submit(page, { decision: "allow" })).status, 400);
  });

  /** Signs somebody else in, in the same browser: a shared computer. */
  async function enterAs(site: ASite, browser: TestBrowser, member: AMember): Promise<void> {
    const session = "__Host-lectern_session";
    browser.cookies.set(session, (await site.signedIn(member)).cookies.get(session)!);
  }
});

void describe("Between the page and the answer", () => {
  const all = "openid courses:read orders:read";

  void test("a role that grew adds nothing to what was shown", async () => {
    const { site, member, client, browser, page, verifier } = await asked({ roles: ["lecturer"], scope: all });
    await setRoles(site, member, ["owner"]);
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("a role that shrank takes away what it gave", async () => {
    const { site, member, client, browser, page, verifier } = await asked({ roles: ["owner"], scope: all });
    await setRoles(site, member, ["lecturer"]);
    const end = await browser.submit(page, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("nothing can be added to the form that was not asked for", async () => {
    const { site, client, browser, page, verifier } = await asked({ roles: ["owner"], scope: "openid courses:read" });
    const forged = { ...page, body: page.body.replace(/scope=[^"]*"/, 'scope=openid%20courses:read%20members:write"') };
    const end = await browser.submit(forged, { decision: "allow" });
    assert.equal(await grantedOf(site, client, end, verifier), "openid courses:read");
  });

  void test("a form from which everything was taken grants nothing", async () => {
    const { browser, page } = await asked();
    for (const scope of ["", "phone"]) {
      const forged = { ...page, body: page.body.replace(/scope=[^"]*"/, `scope=${scope}"`) };
      const end = await browser.submit(forged, { decision: "allow" });
      if (end.status === 303) assert.equal(answerOf(end).code, "");
    }
  });
});

void test("A request that needs a sign-in is not answered by a session that is too old for it", async () => {
  const { site, member, client, browser } = await asked();
  const waiting = await browser.open(authorizeUrl(client, { prompt: "login" }).url);
  const consent = waiting.address.replace("/sign-in", "/consent");
  const csrf = /name="csrf" value="([^"]+)"/.exec(waiting.body)![1]!;
  const form = { csrf, member_id: member.sub, decision: "allow" };
  const response = await browser.request("POST", `${consent}&scope=openid`, form);
  assert.match(String(response.headers.location), /^\/sign-in\?/);
  assert.equal(
    (await auditOf(site)).some(({ action }) => action === "allowClient"),
    false,
  );
});
