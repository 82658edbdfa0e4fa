import { randomBytes } from "node:crypto";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { hash } from "@node-rs/argon2";
import { anonymous } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import type { Queries } from "#database/database.ts";
import { rows } from "#database/statements/sql.ts";
import { findAccountByEmail, insertAccount } from "#domain/people/accounts/queries.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { openMailbox } from "#domain/messages/mail/mailbox.ts";
import { openPostbox } from "#domain/messages/mail/postbox.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { setVerifiedSender, updateSettings } from "#domain/platform/site/queries.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { BadgeSystem } from "#domain/learning/open-badges/badge-system.ts";
import { cookieName } from "#http/cookies.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import type { Client } from "#oauth/clients/client.ts";
import { insertClient } from "#oauth/clients/queries.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { type AppOptions, buildApp } from "../../src/server/app.ts";
import { atEnd } from "./processes/at-end.ts";
import {
  type AClient,
  answerOf,
  authorizeUrl,
  encode,
  httpsRedirect,
  loopbackRedirect,
} from "./data/authorization-requests.ts";
import { TestBrowser } from "./browser-session.ts";
import { payments } from "./worlds/payments.ts";
import { storage } from "./worlds/storage.ts";
import { inCallersTime, now, requestTime } from "./clock.ts";
import { database } from "./databases/database.ts";
import { joinSite } from "../../src/domain/people/members/access/join-site.ts";

export const secretKey = randomBytes(32);
export const csrfKey = randomBytes(32);
export const factors = { key: randomBytes(32) };
const sites = openSiteDirectory(database);

/** Another process of the installation: the same database and keys, separate caches. */
export const buildProcess = (options: Partial<AppOptions> = {}): FastifyInstance => {
  const built = buildApp({
    storage,
    environment: "production",
    db: database,
    sites,
    ...options,
    keyRing: openKeyRing(secretKey),
    csrfKey,
    factors,
    clock: requestTime,
  });
  atEnd(() => built.close());
  return built;
};

export const webhooks = { key: randomBytes(32) };

export const mailKey = randomBytes(32);
export const postbox = openPostbox(mailKey);
const mailbox = openMailbox(database, mailKey, requestTime);

/** Reaches identity providers on this machine, for sites at loopback origins. */
export const identities = { key: randomBytes(32), allowsLoopback: true };

export const badges: BadgeSystem = { key: randomBytes(32) };
/** The one application under test, with every surface; each test uses its own site. */
export const app = buildProcess({ mail: postbox, mailbox, webhooks, payments, badges, identities });

export { laterForAllRequests as later } from "./clock.ts";
export { payments };
export {
  type AClient,
  answerOf,
  authorizeUrl,
  challengeFor,
  encode,
  httpsRedirect,
  loopbackRedirect,
  newVerifier,
} from "./data/authorization-requests.ts";

export const password = "plum-anchor-violet-37";
/** The least that argon2 allows: hundreds of tests sign in, and `test/domain/password.test.ts` tests the parameters. */
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

type Settings = Partial<SiteSettings>;
type Options = InjectOptions & { bearer?: string | undefined };

export interface AMember {
  id: string;
  /** The `sub` claim. */
  sub: string;
  email: string;
  accountId: string;
}

/** A site for one test, with helpers for its actions. */
export async function aSite(
  settings: Settings = {},
  origin = `https://${newId()}.example.test`,
  name = "Harbour School",
) {
  const content = { origin, name, description: "Learn to sail.", settings };
  const site = await createSite(database, content, now());
  // Most tests need a price, some in a currency without decimals.
  const school = {
    siteId: site.id,
    currencies: ["USD", "EUR", "TWD", "JPY", "KWD", "ISK"],
    createdAt: now(),
    updatedAt: now(),
  };
  await database.run`insert into schools ${rows(school)}`;
  return siteAt(site);
}

/** The site as served by a process: by default the shared one. */
export function siteAt(site: Site, process = app) {
  const { origin } = site;
  const context = (): RequestContext => ({
    db: database,
    site,
    caller: anonymous,
    now: now(),
    requestId: null,
    address: "203.0.113.7",
    factors,
  });

  const request = (
    method: "GET" | "HEAD" | "POST" | "OPTIONS" | "PUT" | "PATCH" | "DELETE" | "PROPFIND" | "TRACE",
    url: string,
    options: Options = {},
  ): Promise<LightMyRequestResponse> => {
    const { bearer, headers, ...rest } = options;
    const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const complete = { method, url, ...rest, headers: { host: site.host, ...authorization, ...headers } };
    return inCallersTime(() => process.inject(complete));
  };

  const postForm = (url: string, fields: Record<string, string | undefined> | string, options: Options = {}) =>
    request("POST", url, {
      ...options,
      payload: typeof fields === "string" ? fields : encode(fields),
      headers: { "content-type": "application/x-www-form-urlencoded", ...options.headers },
    });

  return {
    ...site,
    site,
    context,
    request,
    postForm,
    get: (url: string, options?: Options) => request("GET", url, options),
    post: (url: string, payload: object, options?: Options) => request("POST", url, { payload, ...options }),
    graphql: (query: string, bearer?: string, variables?: object) =>
      request("POST", "/member/graphql", { payload: { query, variables }, bearer }),
    browser: (headers?: Record<string, string>, address?: string) => new TestBrowser(process, origin, headers, address),

    async set(changes: Settings) {
      await updateSettings(database, site.id, changes, now());
      Object.assign(site.settings, changes);
      await sites.forget(site);
    },

    /** Verifies a sender address, like the emailed link. */
    async verifySender(address: string) {
      await updateSettings(database, site.id, { senderAddress: address }, now());
      await setVerifiedSender(database, site.id, address, now());
      site.settings.senderAddress = address;
      site.verifiedSender = address;
      await sites.forget(site);
    },

    /** Invalidates the cached site for the next request. */
    forget: () => sites.forget(site),

    async member(fields: { email?: string; name?: string | null; roles?: Role[] } = {}): Promise<AMember> {
      const { email = `ana-${newId()}@example.test`, name = "Ana Lima", roles = ["student"] } = fields;
      const hashed = await passwordHash;
      const { id, accountId } = await database.transaction(async (db) => {
        const account = await accountOf(db, email, hashed);
        const joined = await joinSite({ db, site }, { accountId: account, email, name, roles }, now());
        return { id: joined.member.id, accountId: account };
      });
      return { id, sub: formatId("member", id), email, accountId };
    },

    /** A browser in which the member is signed in. */
    async signedIn(member: AMember, { address }: { address?: string } = {}): Promise<TestBrowser> {
      const browser = new TestBrowser(process, origin, {}, address);
      const session = { memberId: member.id, userAgent: "Test browser", address: "203.0.113.7" };
      browser.cookies.set(cookieName(site, "session"), await insertSession(context(), session));
      return browser;
    },

    /** A self-registered client. */
    async register(metadata: Record<string, unknown> = {}) {
      const response = await request("POST", "/api/oauth/register", {
        payload: { client_name: "Reader", redirect_uris: [loopbackRedirect], ...metadata },
      });
      if (response.statusCode !== 201) throw new Error(`Registration failed: ${response.body}`);
      const { client_id, client_secret } = response.json<{ client_id: string; client_secret?: string }>();
      const redirectUri = (metadata["redirect_uris"] as string[] | undefined)?.[0] ?? loopbackRedirect;
      return { clientId: client_id, clientSecret: client_secret, redirectUri };
    },

    /** An operator's client: with an https redirect and, for members, the account scopes. */
    async operatorClient(fields: Partial<Client> & { confidential?: boolean } = {}): Promise<AClient> {
      const { confidential = false, ...rest } = fields;
      const secret = confidential ? newSecret("lcs") : undefined;
      const client: Client = {
        id: newId(),
        name: "Study Buddy",
        origin: "operator",
        audience: "member",
        tokenEndpointAuthMethod: confidential ? "client_secret_post" : "none",
        applicationType: null,
        redirectUris: [httpsRedirect],
        postLogoutRedirectUris: [],
        introspectsAllTokens: false,
        scopes: null,
        secretDigest: secret === undefined ? null : digest(secret),
        previousSecretDigest: null,
        previousSecretExpiresAt: null,
        metadataUrl: null,
        documentExpiresAt: null,
        review: null,
        version: 1,
        createdAt: now(),
        ...rest,
      };
      await insertClient({ db: database, site }, client);
      return { clientId: formatId("client", client.id), clientSecret: secret, redirectUri: client.redirectUris[0]! };
    },

    /** The whole flow with consent; returns the token response. */
    async connect(client: AClient, member: AMember, scope: string, extra: Record<string, string> = {}) {
      const { code, verifier } = await this.allow(client, member, scope, extra);
      const response = await this.exchange(client, code, verifier);
      if (response.statusCode !== 200) throw new Error(`The exchange failed: ${response.body}`);
      return response.json<Tokens>();
    },

    /** The flow up to the code. */
    async allow(client: AClient, member: AMember, scope: string, extra: Record<string, string | undefined> = {}) {
      const browser = await this.signedIn(member);
      const { url, verifier } = authorizeUrl(client, { scope, ...extra });
      const page = await browser.open(url);
      const end = page.status === 200 ? await browser.submit(page, { decision: "allow" }) : page;
      return { ...answerOf(end), verifier, browser };
    },

    exchange: (client: AClient, code: string, verifier: string, extra: Record<string, string | undefined> = {}) =>
      postForm("/api/oauth/token", {
        grant_type: "authorization_code",
        code,
        redirect_uri: client.redirectUri,
        client_id: client.clientId,
        client_secret: client.clientSecret,
        code_verifier: verifier,
        ...extra,
      }),

    refresh: (client: AClient, refreshToken: string, extra: Record<string, string | undefined> = {}) =>
      postForm("/api/oauth/token", {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
        client_id: client.clientId,
        client_secret: client.clientSecret,
        ...extra,
      }),

    userinfo: (bearer?: string) => request("GET", "/api/oauth/userinfo", { bearer }),
  };
}

/** The account of an address with the shared password: the same one at every site. */
async function accountOf(db: Queries, email: string, passwordHash: string): Promise<string> {
  const id = newId();
  const account = { id, email, emailVerifiedAt: now(), passwordHash, locale: null, createdAt: now() };
  return (await insertAccount(db, account)) ? id : (await findAccountByEmail(db, email))!.id;
}

export type ASite = ReturnType<typeof siteAt>;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
  id_token?: string;
}
