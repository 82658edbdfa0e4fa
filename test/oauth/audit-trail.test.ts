import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { parseClientId } from "#oauth/clients/client.ts";
import { TestBrowser } from "../support/browser-session.ts";
import { type AuditEntry, auditOf } from "../support/worlds/records.ts";
import {
  type AClient,
  answerOf,
  app,
  aSite,
  type ASite,
  authorizeUrl,
  loopbackRedirect,
  password,
  type Tokens,
} from "../support/world.ts";

const address = "198.51.100.77";

/** A site and a member, whose actions run in requests with known ids. */
async function aStage() {
  const site = await aSite({ refreshTokenGrace: 0 });
  const member = await site.member({ roles: ["owner", "student"] });
  const browser = new TestBrowser(app, site.origin, {}, address);
  return { site, member, browser, client: await site.register() };
}
type Stage = Awaited<ReturnType<typeof aStage>>;

/** Audit entries of an action, by its request id. */
async function trailOf({ site, browser }: Stage, act: (requestId: string) => Promise<unknown>): Promise<AuditEntry[]> {
  const requestId = newId();
  browser.headers["x-request-id"] = requestId;
  const before = (await auditOf(site)).length;
  await act(requestId);
  const entries = (await auditOf(site)).slice(before);
  for (const entry of entries) assert.deepEqual([entry.requestId, entry.address], [requestId, address], entry.action);
  return entries;
}

const inRequest = (requestId: string) => ({ remoteAddress: address, headers: { "x-request-id": requestId } });

const summary = ({ action, actorKind, memberId, clientId }: AuditEntry) => ({ action, actorKind, memberId, clientId });

const enter = async ({ browser, member }: Stage) =>
  browser.submit(await browser.open("/sign-in"), { email: member.email, password });

/** The member allows the client, which exchanges the code. */
async function connect(stage: Stage, client: AClient) {
  const { url, verifier } = authorizeUrl(client);
  const consent = await stage.browser.open(url);
  const { code } = answerOf(await stage.browser.submit(consent, { decision: "allow" }));
  const tokens = (await stage.site.exchange(client, code, verifier)).json<Tokens>();
  return { code, verifier, tokens };
}

const revokeButton = (body: string, kind: string) => new RegExp(`/account/${kind}/\\w+_\\w+/revoke`).exec(body)![0];

type Act = (stage: Stage, requestId: string) => Promise<unknown>;
type Written = [action: string, actorKind: string, member: "member" | null, client: "client" | null];

/** Every security-relevant action over HTTP in this file writes exactly this entry. */
const acts: [title: string, prepare: (stage: Stage) => Promise<unknown>, act: Act, ...written: Written[]][] = [
  ["signing in", async () => {}, enter, ["signIn", "anonymous", "member", null]],
  [
    "signing in again",
    enter,
    (stage) => enterAgain(stage),
    ["signIn", "person", "member", null],
    ["signOut", "person", "member", null],
  ],
  [
    "signing out",
    enter,
    async ({ browser }) => browser.submit(await browser.open("/account"), {}, "/sign-out"),
    ["signOut", "person", "member", null],
  ],
  [
    "signing in as another member from the consent page",
    enter,
    async ({ browser, client }) => browser.submit(await browser.open(authorizeUrl(client).url), { decision: "switch" }),
    ["signOut", "person", "member", null],
  ],
  [
    "signing another browser out",
    async (stage) => [await enter(stage), await stage.site.signedIn(stage.member)],
    async ({ browser }) => {
      const page = await browser.open("/account");
      return browser.submit(page, {}, revokeButton(page.body, "sessions"));
    },
    ["revokeOwnSession", "person", "member", null],
  ],
  [
    "signing all other browsers out",
    async (stage) => [await enter(stage), await stage.site.signedIn(stage.member)],
    async ({ browser }) => browser.submit(await browser.open("/account"), {}, "/account/sessions/revoke-others"),
    ["revokeOtherSessions", "person", "member", null],
  ],
  [
    "reaching the limit of failed sign-ins",
    async (stage) => guess(stage, 10),
    async (stage) => guess(stage, 1),
    ["refuseSignIn", "anonymous", "member", null],
  ],
  ["allowing a client", enter, (stage) => connect(stage, stage.client), ["allowClient", "person", "member", "client"]],
  [
    "denying a client",
    enter,
    async ({ browser, client }) => browser.submit(await browser.open(authorizeUrl(client).url), { decision: "deny" }),
    ["refuseClient", "person", "member", "client"],
  ],
  [
    "withdrawing a client",
    async (stage) => [await enter(stage), await connect(stage, stage.client)],
    async ({ browser }) => {
      const page = await browser.open("/account");
      return browser.submit(page, {}, revokeButton(page.body, "applications"));
    },
    ["disconnectApplication", "person", "member", null],
  ],
  [
    "changing the site's settings",
    enter,
    async ({ browser }) => {
      const page = await browser.open("/admin/settings/beta-features");
      return browser.submit(page, { mcp_connections: "on" }, "/admin/settings/beta-features");
    },
    ["changeSettings", "person", "member", null],
  ],
];

async function enterAgain(stage: Stage) {
  const { browser, client, member } = stage;
  const page = await browser.open(authorizeUrl(client, { prompt: "login" }).url);
  return browser.submit(page, { email: member.email, password });
}

async function guess({ browser, member }: Stage, times: number) {
  for (let turn = 0; turn < times; turn++)
    await browser.submit(await browser.open("/sign-in"), { email: member.email, password: "wrong" });
}

for (const [title, prepare, act, ...written] of acts) {
  void test(`The audit log records ${title} with actor, IP address and request id`, async () => {
    const stage = await aStage();
    await prepare(stage);
    const entries = await trailOf(stage, (requestId) => act(stage, requestId));
    const { member, client } = stage;
    const expected = written.map(([action, actorKind, ofMember, ofClient]) => ({
      action,
      actorKind,
      memberId: ofMember && member.id,
      clientId: ofClient && parseClientId(client.clientId),
    }));
    assert.deepEqual(entries.map(summary), expected);
  });
}

/** Actions of clients with their tokens. */
const clientActs: [
  title: string,
  act: (stage: Stage, got: Given, requestId: string) => Promise<unknown>,
  string,
  object,
][] = [
  [
    "a refresh token that is revoked",
    ({ site, client }, { tokens }, id) => revoke(site, client, tokens.refresh_token, id),
    "revokeToken",
    { kind: "refresh" },
  ],
  [
    "an access token that is revoked",
    ({ site, client }, { tokens }, id) => revoke(site, client, tokens.access_token, id),
    "revokeToken",
    { kind: "access" },
  ],
  [
    "a code that is used a second time",
    ({ site, client }, { code, verifier }, id) => exchange(site, client, code, verifier, id),
    "endReplayedTokens",
    { replayed: "code" },
  ],
  [
    "a refresh token that is used a second time",
    async ({ site, client }, { tokens }, id) => {
      await site.refresh(client, tokens.refresh_token);
      const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: client.clientId };
      return site.postForm("/api/oauth/token", fields, inRequest(id));
    },
    "endReplayedTokens",
    { replayed: "refresh_token" },
  ],
];
type Given = Awaited<ReturnType<typeof connect>>;

const revoke = (site: ASite, client: AClient, token: string, requestId: string) =>
  site.postForm("/api/oauth/revoke", { token, client_id: client.clientId }, inRequest(requestId));

const exchange = (site: ASite, client: AClient, code: string, verifier: string, requestId: string) =>
  site.postForm(
    "/api/oauth/token",
    {
      grant_type: "authorization_code",
      code,
      redirect_uri: client.redirectUri,
      client_id: client.clientId,
      code_verifier: verifier,
    },
    inRequest(requestId),
  );

for (const [title, act, action, details] of clientActs) {
  void test(`The audit log records ${title} with owner, IP address and request id`, async () => {
    const stage = await aStage();
    await enter(stage);
    const issued = await connect(stage, stage.client);
    const entries = await trailOf(stage, async (requestId) => await act(stage, issued, requestId));
    assert.deepEqual(
      entries.map((entry) => [entry.action, entry.memberId, entry.clientId, entry.details]),
      [[action, stage.member.id, parseClientId(stage.client.clientId), details]],
    );
  });
}

void test("The audit log records a client's self-registration with IP address and request id", async () => {
  const stage = await aStage();
  const metadata = { client_name: "Reader", redirect_uris: [loopbackRedirect] };
  let clientId: string | undefined;
  const entries = await trailOf(stage, async (requestId) => {
    const answer = await stage.site.post("/api/oauth/register", metadata, inRequest(requestId));
    clientId = answer.json<{ client_id: string }>().client_id;
  });
  assert.deepEqual(entries.map(summary), [
    { action: "registerClient", actorKind: "anonymous", memberId: null, clientId: parseClientId(clientId!) },
  ]);
});

void test("The audit log contains no secrets: no token, code, verifier, cookie or password", async () => {
  const stage = await aStage();
  const { site, client, browser } = stage;
  await guess(stage, 11);
  const other = { ...stage, browser: new TestBrowser(app, site.origin, {}, "198.51.100.78") };
  await enter(other);
  const { code, verifier, tokens } = await connect(other, client);
  await exchange(site, client, code, verifier, "x");
  await site.refresh(client, tokens.refresh_token);
  await other.browser.submit(await other.browser.open("/account"), {}, "/sign-out");
  const written = JSON.stringify(await auditOf(site));
  const secrets = [code, verifier, tokens.access_token, tokens.refresh_token, password, "wrong"];
  for (const secret of [...secrets, ...other.browser.cookies.values(), ...browser.cookies.values()])
    assert.ok(!written.includes(secret), secret);
  assert.match(written, /endReplayedTokens/);
});
