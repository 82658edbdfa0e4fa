import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { insertSession, findSession } from "#domain/people/sessions/queries.ts";
import { slideAfter } from "#http/browser.ts";
import { digest } from "#lib/secrets/secret.ts";
import { answerAtOnce, answerFromConsent } from "#oauth/answer-at-once.ts";
import type { AuthorizationRequest } from "#oauth/authorization-request.ts";
import type { AuthorizationResponse } from "#oauth/authorization-response.ts";
import type { Client } from "#oauth/clients/client.ts";
import { findClientBy } from "#oauth/clients/queries.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { nextStep } from "#oauth/next-step.ts";
import { rolesOfTheDesign } from "../support/releases/scope-rules.ts";
import { database as db } from "../support/databases/database.ts";
import { rounds } from "../support/thorough.ts";
import { aSite, authorizeUrl, challengeFor, httpsRedirect, secretKey, type Tokens } from "../support/world.ts";

const otherRedirect = "https://buddy.example.test/other";
const loopback = "http://127.0.0.1:43117/callback";
const scopes: Scope[] = ["openid", "email", "courses:read", "courses:write", "orders:read"];

/** Mostly the value that lets the request succeed, so that many states differ from success in one or two points. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(usual, ...others) });

const someScopes = fc.uniqueArray(fc.constantFrom(...scopes));

const states = fc.record({
  requested: mostly<Scope[]>(["openid", "courses:read"], [], ["openid"], ["openid", "courses:write"], ["orders:read"]),
  prompt: mostly<AuthorizationRequest["prompt"]>([], ["none"], ["login"], ["consent"], ["select_account"]),
  maxAge: mostly<number | null>(null, 0, 3600),
  redirectUri: mostly(httpsRedirect, otherRedirect, loopback),
  hint: mostly<"none" | "member" | "other">("none", "member", "other"),
  client: mostly<"current" | "changed" | "deleted">("current", "changed", "deleted"),
  session: mostly<"live" | "idle" | "expired" | "revoked">("live", "idle", "expired", "revoked"),
  authenticated: mostly<"now" | "long ago">("now", "long ago"),
  status: mostly<"active" | "suspended" | "removed">("active", "suspended", "removed"),
  roles: fc.oneof(fc.constant<Role[]>(["owner"]), fc.uniqueArray(fc.constantFrom<Role>(...rolesOfTheDesign))),
  grant: mostly<"valid" | "revoked">("valid", "revoked"),
  consented: fc.oneof(fc.constant(scopes), someScopes),
  consentedRedirect: mostly(httpsRedirect, otherRedirect, loopback),
});

type State = typeof states extends fc.Arbitrary<infer Generated> ? Generated : never;

async function aWorld() {
  const site = await aSite();
  const context = { ...site.context(), requestId: null };
  const redirectUris = [httpsRedirect, otherRedirect, loopback];
  const { clientId } = await site.operatorClient({ audience: "operator", redirectUris });
  const client = (await findClientBy(context, clientId))!;
  const member = await site.member({ roles: ["owner"] });
  const { now } = context;
  const secret = await insertSession(context, { memberId: member.id, amr: ["pwd"], userAgent: "", address: "" });
  const grantId = newId();
  await db.run`
    insert into grants (site_id, id, member_id, client_id, created_at, updated_at)
    values (${site.site.id}, ${grantId}, ${member.id}, ${client.id}, ${now}, ${now})`;
  await db.run`
    insert into consents (site_id, id, grant_id, redirect_uri, scopes, created_at, updated_at)
    values (${site.site.id}, ${newId()}, ${grantId}, ${httpsRedirect}, ${scopes}, ${now}, ${now})`;
  return { site, context, client, clientId, member, secret };
}

type World = Awaited<ReturnType<typeof aWorld>>;

/** Writes the generated state into the database. */
async function enter({ site: { site }, context: { now }, client, member, secret }: World, state: State): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db.run`
    update sessions set last_seen_at = ${state.session === "idle" ? ago(slideAfter + 1000) : now},
           expires_at = ${state.session === "expired" ? ago(1) : ago(-60_000)},
           revoked_at = ${state.session === "revoked" ? now : null}, authenticated_at = ${ago(state.authenticated === "now" ? 60_000 : 660_000)}
     where site_id = ${site.id} and digest = ${digest(secret)}`;
  await db.run`
    update members set status = ${state.status}, roles = ${state.roles} where site_id = ${site.id} and id = ${member.id}`;
  await db.run`
    update clients set version = ${client.version + (state.client === "current" ? 0 : 1)},
           deleted_at = ${state.client === "deleted" ? now : null}
     where site_id = ${site.id} and id = ${client.id}`;
  await db.run`
    update grants set revoked_at = ${state.grant === "revoked" ? now : null}
     where site_id = ${site.id} and client_id = ${client.id}`;
  await db.run`
    update consents set scopes = ${state.consented}, redirect_uri = ${state.consentedRedirect}
     where site_id = ${site.id}`;
}

const requestOf = ({ client, member }: World, state: State): AuthorizationRequest => ({
  clientId: client.id,
  redirectUri: state.redirectUri,
  redirectUriNamed: true,
  scopes: state.requested,
  state: "xyz",
  responseMode: "query",
  nonce: "n-0",
  codeChallenge: challengeFor("v".repeat(43)),
  resourceNamed: true,
  asksForTools: false,
  prompt: state.prompt,
  maxAge: state.maxAge,
  loginHint: null,
  hintedMember: state.hint === "none" ? null : state.hint === "member" ? member.id : newId(),
  uiLocales: null,
  selectedMember: null,
});

/** The decision of the full path: current client, session, `nextStep`. */
async function decide({ context, clientId, secret }: World, request: AuthorizationRequest) {
  const client = await findClientBy(context, clientId);
  if (!client) return undefined;
  const session = await findSession(context, secret, context.now);
  const step = await nextStep(context, { client, request }, session, context.now);
  return step.kind === "respond" ? step.response : undefined;
}

const codeOf = (response: AuthorizationResponse | undefined) => response?.parameters["code"];

/** The stored code without the columns that are new in each code. */
const storedCode = ({ site }: World["site"], code: string | undefined) =>
  code === undefined
    ? undefined
    : db.first`
        select grant_id, client_id, redirect_uri, redirect_uri_named, scopes, code_challenge, resource_named, nonce,
               auth_time, amr, created_at, expires_at
          from authorization_codes where site_id = ${site.id} and digest = ${digest(code)}`;

/** The cases that the fast path leaves to the full path, whose answer can still be a code. */
const isLeftToFullPath = (
  { session, client, maxAge, prompt }: State,
  granted: readonly unknown[] | undefined,
  requested: readonly Scope[],
) =>
  session === "idle" ||
  client === "changed" ||
  maxAge !== null ||
  prompt.some((value) => value !== "none") ||
  granted?.length !== requested.length;

void test("One statement issues the same codes as nextStep, in every state", async () => {
  const world = await aWorld();
  const { context, client, secret } = world;
  const session = { secret, seenAfter: new Date(context.now.getTime() - slideAfter) };
  const answers = { code: 0, left: 0, none: 0 };
  const property = fc.asyncProperty(states, async (state) => {
    await enter(world, state);
    const request = requestOf(world, state);
    const atOnce = codeOf(await answerFromConsent(context, { client, request }, session));
    const full = codeOf(await decide(world, request));
    const [issued, expected] = [await storedCode(world.site, atOnce), await storedCode(world.site, full)];
    const granted = (expected as { scopes: Scope[] } | undefined)?.scopes;
    const isLeft = full !== undefined && isLeftToFullPath(state, granted, request.scopes);
    assert.deepEqual(issued, isLeft ? undefined : expected);
    answers[isLeft ? "left" : full === undefined ? "none" : "code"]++;
  });
  await fc.assert(property, { seed: 16, numRuns: rounds(150, 2000) });
  assert.ok(Math.min(...Object.values(answers)) >= 10, JSON.stringify(answers));
});

void test("A failure of the database while reading the request is not mistaken for an invalid request", async () => {
  const site = await aSite();
  const client: Partial<Client> = { redirectUris: [httpsRedirect] };
  const known = await site.operatorClient(client);
  const { code, verifier } = await site.allow(known, await site.member(), "openid");
  const { id_token } = (await site.exchange(known, code, verifier)).json<Tokens>();
  const { url } = authorizeUrl(known, { id_token_hint: id_token });
  const failure = new Error("The connection was lost.");
  const unavailable = { ...db, many: () => Promise.reject(failure), first: () => Promise.reject(failure) };
  const context = { ...site.context(), db: unavailable };
  const session = { secret: "lss_none", seenAfter: context.now };
  const encoded = url.slice(url.indexOf("?") + 1);
  await assert.rejects(answerAtOnce(context, encoded, session, openKeyRing(secretKey)), failure);
});
