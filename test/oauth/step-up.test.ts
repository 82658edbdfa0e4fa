import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { later, minute } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { codeOf, enterCode, enterPassword, setUpApp } from "../support/second-factors.ts";
import {
  type AClient,
  type AMember,
  answerOf,
  aSite,
  type ASite,
  authorizeUrl,
  password,
  type Tokens,
} from "../support/world.ts";
import { agentAt } from "../mcp/support/agent.ts";
import { startExport } from "../rest/support/exported.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";

const twoFactors = "urn:lectern:acr:two-factors";
const scope = "openid members:read members:write";
const demanding: Partial<SiteSettings> = { apiStepUp: "two-factors", apiStepUpMaxAge: 3600 };

interface AnOwner {
  site: ASite;
  client: AClient;
  owner: AMember;
  student: AMember;
}

async function anOwner(settings: Partial<SiteSettings> = {}): Promise<AnOwner> {
  const site = await aSite(settings);
  const client = await site.operatorClient({ audience: "operator", confidential: true });
  return { site, client, owner: await site.member({ roles: ["owner"] }), student: await site.member() };
}

/** Authorizes the client in a browser that signs in, with the code of an app if there is one. */
async function connect({ site, client, owner }: AnOwner, secret?: string, extra: Record<string, string> = {}) {
  const browser = site.browser();
  const { url, verifier } = authorizeUrl(client, { scope, ...extra });
  let page = await enterPassword(browser, owner, url);
  if (secret !== undefined) page = await enterCode(browser, page, await codeOf(secret, 1));
  const end = page.status === 200 ? await browser.submit(page, { decision: "allow" }) : page;
  return { browser, tokens: (await site.exchange(client, answerOf(end).code, verifier)).json<Tokens>() };
}

const makeManager = ({ site, student }: AnOwner, bearer: string) =>
  site.request("PUT", `/api/v1/members/${student.sub}/roles`, { bearer, payload: { roles: ["manager"] } });

const ask = async (world: AnOwner, extra: Record<string, string>) => {
  const browser = await world.site.signedIn(world.owner);
  return browser.open(authorizeUrl(world.client, { scope, ...extra }).url);
};

const challengeIn = ({ headers }: { headers: Record<string, unknown> }) => String(headers["www-authenticate"]);

void describe("A school that demands two factors of applications", () => {
  void test("refuses a sensitive operation after a sign-in with a password, and says what to do", async () => {
    const world = await anOwner(demanding);
    const { tokens } = await connect(world);
    const refused = await makeManager(world, tokens.access_token);
    assert.equal(refused.statusCode, 401);
    const challenge = challengeIn(refused);
    assert.match(challenge, /^Bearer error="insufficient_user_authentication", /);
    assert.match(challenge, /, acr_values="urn:lectern:acr:two-factors", max_age="3600"$/);
    assert.match(challenge, /scope="openid members:read members:write"/);
    const { type, code, detail, acr_values, max_age } = refused.json<Record<string, unknown>>();
    assert.deepEqual(
      { type, code, acr_values, max_age },
      {
        type: `${world.site.origin}/docs/errors/insufficient_user_authentication`,
        code: "insufficient_user_authentication",
        acr_values: twoFactors,
        max_age: 3600,
      },
    );
    assert.match(String(detail), /authorization again with acr_values=urn:lectern:acr:two-factors and max_age=3600/);
  });

  void test("accepts it after a sign-in with two factors, and again after a refresh", async () => {
    const world = await anOwner(demanding);
    const { secret } = await setUpApp(world.site, world.owner);
    const { tokens } = await connect(world, secret, { acr_values: twoFactors, max_age: "3600" });
    assert.equal((await makeManager(world, tokens.access_token)).statusCode, 200);
    const refreshed = (await world.site.refresh(world.client, tokens.refresh_token)).json<Tokens>();
    assert.equal((await makeManager(world, refreshed.access_token)).statusCode, 200);
  });

  void test("refuses it when that sign-in is too old: a refresh does not renew it, a new authorization does", async () => {
    const world = await anOwner(demanding);
    const { secret } = await setUpApp(world.site, world.owner);
    const { tokens } = await connect(world, secret);
    await later(61 * minute, async () => {
      const refreshed = (await world.site.refresh(world.client, tokens.refresh_token)).json<Tokens>();
      const refused = await makeManager(world, refreshed.access_token);
      assert.equal(refused.json<{ code: string }>().code, "insufficient_user_authentication");
      const renewed = await connect(world, secret, { acr_values: twoFactors, max_age: "3600" });
      assert.equal((await makeManager(world, renewed.tokens.access_token)).statusCode, 200);
    });
  });

  void test("accepts everything else, and sensitive operations whose input is harmless", async () => {
    const world = await anOwner(demanding);
    const { bearer, call } = await withPassword(world);
    assert.equal((await call("GET", "/members")).statusCode, 200);
    const invite = (roles: string[]) => call("POST", "/members", { email: `${roles[0]}@harbour.example`, roles });
    assert.equal((await invite(["student"])).statusCode, 201);
    assert.equal((await invite(["manager"])).statusCode, 401);
    const bulk = (roles: string[]) =>
      world.site.post(
        "/api/v1/members/bulk",
        { operations: [{ op: "upsert", data: { email: "bulk@harbour.example", roles } }] },
        { bearer },
      );
    assert.equal((await bulk(["student"])).statusCode, 200);
    assert.equal((await bulk(["student", "owner"])).statusCode, 401);
  });

  void test("shows no address of an export that another application made", async () => {
    const world = await anOwner(demanding);
    const operator = await operatorOf(world.site, "school:read school:write members:read");
    await world.site.set({ apiStepUp: "off" });
    const { id } = await startExport(operator, { resources: ["members"], format: "csv" });
    await runJobsOf(world.site.site);
    const readList = async () => (await operator.get("/jobs")).json<{ data: { result: unknown }[] }>().data[0];
    assert.notEqual((await readList())?.result, null);
    assert.equal((await operator.get(`/jobs/${id}`)).statusCode, 200);
    await world.site.set({ apiStepUp: "two-factors" });
    assert.equal((await readList())?.result, null);
    assert.equal((await operator.get(`/jobs/${id}`)).statusCode, 401);
  });

  void test("challenges MCP hosts, also for a tool that would first ask for confirmation", async () => {
    const world = await anOwner(demanding);
    const { bearer } = await withPassword(world);
    const called = await agentAt(world.site, bearer).call("set_member_roles", {
      id: world.student.sub,
      roles: ["manager"],
    });
    assert.equal(called.status, 401);
    assert.match(
      called.challenge,
      /error="insufficient_user_authentication".*acr_values="urn:lectern:acr:two-factors"/,
    );
    assert.match(called.challenge, /oauth-protected-resource\/mcp"/);
  });

  void test("refuses tokens from before it was recorded how their person signed in", async () => {
    const world = await anOwner(demanding);
    const { secret } = await setUpApp(world.site, world.owner);
    const { tokens } = await connect(world, secret);
    await database.run`update families set authenticated_at = null, amr = null where site_id = ${world.site.id}`;
    assert.equal((await makeManager(world, tokens.access_token)).statusCode, 401);
  });

  void test("stores no refusal for an idempotency key: the repeated request succeeds", async () => {
    const world = await anOwner(demanding);
    const headers = { "idempotency-key": "invite-1" };
    const payload = { email: "mia@harbour.example", roles: ["manager"] };
    const invite = (bearer: string) => world.site.post("/api/v1/members", payload, { bearer, headers });
    const { tokens } = await connect(world);
    assert.equal((await invite(tokens.access_token)).statusCode, 401);
    await world.site.set({ apiStepUp: "one-factor" });
    assert.equal((await invite(tokens.access_token)).statusCode, 201);
  });
});

void test("Without a demand, nothing asks for another sign-in", async () => {
  const world = await anOwner();
  const { tokens } = await connect(world);
  await later(90 * minute, async () => {
    assert.equal((await makeManager(world, tokens.access_token)).statusCode, 200);
  });
});

void test("A demand without an age accepts a sign-in of any time", async () => {
  const world = await anOwner({ apiStepUp: "one-factor", apiStepUpMaxAge: 0 });
  const { tokens } = await connect(world);
  await later(100 * minute, async () => {
    assert.equal((await makeManager(world, tokens.access_token)).statusCode, 200);
    await world.site.set({ apiStepUp: "phishing-resistant" });
    const challenge = challengeIn(await makeManager(world, tokens.access_token));
    assert.match(challenge, /acr_values="phr"$/);
  });
});

void test("Introspection says how and when the person of a token signed in", async () => {
  const world = await anOwner();
  const { secret } = await setUpApp(world.site, world.owner);
  const { tokens } = await connect(world, secret);
  const introspect = async (token: string) => {
    const form = { token, client_id: world.client.clientId, client_secret: world.client.clientSecret };
    return (await world.site.postForm("/api/oauth/introspect", form)).json<Record<string, unknown>>();
  };
  const { acr, auth_time, iat } = await introspect(tokens.access_token);
  assert.equal(acr, twoFactors);
  assert.ok(Number(iat) - Number(auth_time) < 60 && Number(auth_time) <= Number(iat));
  await later(5 * minute, async () => {
    const refreshed = (await world.site.refresh(world.client, tokens.refresh_token)).json<Tokens>();
    const found = await introspect(refreshed.access_token);
    assert.deepEqual([found["acr"], found["auth_time"]], [acr, auth_time]);
    const own = await world.site.postForm(
      "/api/oauth/introspect",
      { token: refreshed.access_token },
      { bearer: refreshed.access_token },
    );
    assert.equal(own.json<Record<string, unknown>>()["acr"], acr);
  });
});

void describe("acr_values at a school that demands a class", () => {
  void test("is refused for a member who cannot prove it, so that the client does not begin again", async () => {
    const world = await anOwner(demanding);
    const page = await ask(world, { acr_values: twoFactors });
    const { error, description } = answerOf(page);
    assert.equal(error, "unmet_authentication_requirements");
    assert.match(description!, /\/account\/security/);
    assert.equal(
      answerOf(await ask(world, { acr_values: twoFactors, prompt: "none" })).error,
      "unmet_authentication_requirements",
    );
  });

  void test("is login_required with prompt=none for a member who can prove it", async () => {
    const world = await anOwner(demanding);
    await setUpApp(world.site, world.owner);
    const page = await ask(world, { acr_values: twoFactors, prompt: "none" });
    assert.equal(answerOf(page).error, "login_required");
    assert.match((await ask(world, { acr_values: twoFactors })).address, /^\/sign-in\?/);
  });

  void test("leads a session from before methods were recorded to the sign-in, whose tokens are accepted", async () => {
    const world = await anOwner({ apiStepUp: "one-factor", apiStepUpMaxAge: 0 });
    const { site, client, owner } = world;
    const browser = await site.signedIn(owner);
    await database.run`update sessions set amr = '{}' where site_id = ${site.id}`;
    const { url, verifier } = authorizeUrl(client, { scope, acr_values: "urn:lectern:acr:one-factor" });
    const asked = await browser.open(url);
    assert.match(asked.address, /^\/sign-in\?/);
    const consent = await browser.submit(asked, { email: owner.email, password });
    const { code } = answerOf(await browser.submit(consent, { decision: "allow" }));
    const { access_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
    assert.equal((await makeManager(world, access_token)).statusCode, 200);
  });

  void test("stays voluntary for a sign-in without access to the API", async () => {
    const world = await anOwner(demanding);
    const page = await ask(world, { acr_values: twoFactors, scope: "openid" });
    assert.match(page.address, /^\/consent\?/);
  });
});

void test("An API key has no person to ask: its creation asked", async () => {
  const world = await anOwner(demanding);
  const browser = await world.site.signedIn(world.owner);
  const path = "/admin/developers/api-keys/new";
  const fields = { name: "Sync", "scope.members:write": "on", expiry: "30", current: password };
  const made = await browser.submit(await browser.open(path), fields, path);
  const [key] = /lak_[A-Za-z0-9_-]+/.exec(made.body)!;
  assert.equal((await makeManager(world, key)).statusCode, 200);
});

async function withPassword(world: AnOwner) {
  const bearer = (await connect(world)).tokens.access_token;
  const call = (method: "GET" | "POST", path: string, payload?: object) =>
    world.site.request(method, `/api/v1${path}`, { bearer, ...(payload && { payload }) });
  return { bearer, call };
}
