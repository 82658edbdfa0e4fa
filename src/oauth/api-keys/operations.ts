import * as z from "zod";
import { mayUse, type Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { mailOwners } from "#domain/messages/mail/mail-owners.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { provenContext, provePassword } from "#domain/people/sign-in/prove-password.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { inAdminArea, operation, perform } from "#domain/platform/operation.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { ApiKey, apiKeyFields, expiryAfter, keyScopes, maxKeys } from "./api-key.ts";
import { newApiKey } from "./key-text.ts";
import { apiKeyExists, apiKeys, countValidKeys, insertKey, revokeKey, withStatus } from "./queries.ts";

export const listApiKeys = operation({
  name: "listApiKeys",
  summary: "List API keys",
  description: "Newest first. Revoked and expired keys are listed for 90 days.",
  reads: inAdminArea,
  input: apiKeys.input,
  output: pageSchemaOf(ApiKey),
  async run(context, input) {
    const { data, page } = await apiKeys.page(context, input);
    return { data: data.map((row) => withStatus(row, context.now)), page };
  },
});

export const readApiKey = operation({
  name: "readApiKey",
  summary: "Retrieve an API key",
  reads: inAdminArea,
  input: z.object({ id: Id("apiKey") }),
  output: ApiKey,
  run: (context, { id }) => requireApiKey(context, id),
});

async function requireApiKey(context: Context, id: string): Promise<ApiKey> {
  const { data } = await apiKeys.page(context, apiKeys.input.parse({ ids: [formatId("apiKey", id)] }));
  const [row] = data;
  if (!row) throw notFound("API key", formatId("apiKey", id));
  return withStatus(row, context.now);
}

interface NewApiKey {
  /** Chosen by the form, so that a form submitted twice creates one key. */
  id: string;
  name: string;
  scopes: readonly string[];
  expiresInDays?: number | undefined;
  /** The current password, as reauthentication. */
  password: string;
  /** Secret of the browser's own cookie. */
  browser: string;
}

/**
 * Creates an API key of the signed-in person. Returns undefined if the password is wrong. Throws `validation_failed`,
 * `rate_limited`, `already_exists` if the key was created before, `conflict` if the site has too many keys, and
 * `invalid_id` if the id is malformed or in use.
 */
export async function createOwnApiKey(context: RequestContext, { password, browser, ...fields }: NewApiKey) {
  authorize(context.caller, inAdminArea);
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  if (!account || !(await provePassword(context, { memberId, account, password, browser }))) return undefined;
  return perform(createApiKey, provenContext(context), { ...fields, memberId: formatId("member", memberId) });
}

/** Callers in a browser use `createOwnApiKey`, which requires the password. */
export const createApiKey = operation({
  name: "createApiKey",
  summary: "Create an API key",
  description: "The key acts for its member, with the scopes that the member's roles give at each request.",
  writes: inAdminArea,
  sensitive: { subject: "api_keys" },
  input: z.object({
    /** Chosen by the caller as an idempotency key. */
    id: Id("apiKey").optional(),
    ...apiKeyFields,
    memberId: Id("member"),
  }),
  output: z.object({
    id: Id("apiKey"),
    name: z.string(),
    memberId: Id("member"),
    scopes: z.array(z.string()),
    expiresAt: z.date(),
    /** Returned once: only its digest is stored. */
    key: z.string(),
  }),
  async run(context, { id = newId(), name, memberId, scopes, expiresInDays }) {
    // People create keys for themselves only.
    if (context.caller.kind === "session" && context.caller.memberId !== memberId) throw notOwn();
    const member = await findMember(context, memberId);
    if (member?.status !== "active") throw notFound("member", formatId("member", memberId));
    requireGrantable(scopes, member.roles);
    await requireRoom(context, id);
    const { now } = context;
    const made = { id, name, memberId, scopes, expiresAt: expiryAfter(now, expiresInDays), key: newApiKey() };
    // Forms choose IDs, so that a forged one can be that of an application or of its grant.
    if (!(await insertKey(context, made))) throw idTaken(id);
    await mailOwners(context, { kind: "apiKeyCreated", name });
    return made;
  },
  audit: (_input, { id, name, memberId, scopes, expiresAt }) =>
    about("apiKey", id, { name, member: formatId("member", memberId), scopes, expiresAt }),
});

const idTaken = (id: string) =>
  new Problem("invalid_id", `The ID ${formatId("apiKey", id)} is in use. Open the form again.`);

const notOwn = () => new Problem("role_required", "You can create API keys for yourself only.");

/** Throws unless keys may hold these scopes and the member's roles give them. */
function requireGrantable(scopes: readonly Scope[], roles: readonly Role[]): void {
  const reserved = scopes.filter((scope) => !keyScopes.includes(scope));
  if (reserved.length > 0) {
    throw validationFailed("/scopes", "not_for_keys", `An API key cannot hold ${reserved.join(" ")}.`);
  }
  const beyond = scopes.filter((scope) => !mayUse(roles, scope));
  if (beyond.length > 0) {
    throw validationFailed("/scopes", "role_required", `The member's roles do not grant ${beyond.join(" ")}.`);
  }
}

async function requireRoom(context: Context, id: string): Promise<void> {
  await withAdvisoryLock(context, "API keys");
  if (await apiKeyExists(context, id)) {
    throw new Problem("already_exists", `The API key ${formatId("apiKey", id)} was created already.`);
  }
  if ((await countValidKeys(context)) < maxKeys) return;
  throw new Problem("conflict", `This site has ${maxKeys} API keys. Revoke one before you create another.`);
}

export const revokeApiKey = operation({
  name: "revokeApiKey",
  summary: "Revoke an API key",
  description: "Requests with the key are refused immediately.",
  writes: inAdminArea,
  input: z.object({ id: Id("apiKey") }),
  output: z.object({ name: z.string() }),
  async run(context, { id }) {
    const revoked = await revokeKey(context, id);
    if (revoked) return { name: revoked.name };
    await requireApiKey(context, id);
    throw invalidState("API key", "revoked", "revoked", []);
  },
  audit: ({ id }, { name }) => about("apiKey", id, { name }),
});
