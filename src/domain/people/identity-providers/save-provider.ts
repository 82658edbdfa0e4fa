import * as z from "zod";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { provenContext } from "#domain/people/sign-in/prove-password.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byOwnersInPerson, byStaffInPerson, operation, perform } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { seal } from "#lib/secrets/sealed-box.ts";
import { dialects } from "./dialect.ts";
import { endProviderSessions } from "./end-provider-sessions.ts";
import { listIdentities } from "./identities/queries.ts";
import { requireIdentities } from "./identity-system.ts";
import { boxOfSecret, domainOf, type IdentityProvider, type Preset } from "./provider.ts";
import { NewProvider, ProviderChanges } from "./provider-fields.ts";
import { type Presence, provePresence } from "./prove-presence.ts";
import {
  deleteProvider,
  findProvider,
  insertProvider,
  listProviders,
  maxProviders,
  updateProvider,
} from "./queries.ts";
import { requireComplete, requireSecret } from "./require-credentials.ts";
import { requireIssuer } from "./require-issuer.ts";
import { newSamlFields, requireMetadata, samlFields } from "./saml-fields.ts";
import type { ProviderMetadata } from "./saml/read-metadata.ts";
import { visible, VisibleProvider } from "./visible-provider.ts";

export const listIdentityProviders = operation({
  name: "listIdentityProviders",
  summary: "List identity providers",
  reads: byStaffInPerson,
  input: z.object({}),
  output: z.array(VisibleProvider),
  run: async (context) => (await listProviders(context)).map(visible),
});

/** A new provider is disabled, and has no client yet. */
export const createIdentityProvider = operation({
  name: "createIdentityProvider",
  summary: "Create an identity provider",
  writes: byOwnersInPerson,
  sensitive: { subject: "sign_in" },
  input: NewProvider,
  output: z.object({ id: Id("identityProvider") }),
  async run(context, { name, choice, issuer: entered }) {
    const id = newId();
    const protocolFields =
      choice === "saml" ? await newSamlFields(context, id) : openIdFields(context, choice, entered);
    await lockProviders(context);
    if ((await listProviders(context)).length >= maxProviders) {
      throw new Problem("conflict", `A school has at most ${maxProviders} identity providers.`);
    }
    await insertProvider(
      context,
      {
        id,
        name,
        ...protocolFields,
        domains: [],
        groupsClaim: "groups",
        groupRoles: {},
        createsMembers: true,
        passwordsOff: false,
        active: false,
      },
      context.now,
    );
    return { id };
  },
  audit: ({ name, issuer }, { id }) => about("identityProvider", id, { name, issuer }),
});

const openIdFields = (context: Context, preset: Preset, issuer: string) => ({
  protocol: "openid" as const,
  preset,
  issuer: requireIssuer(context, preset, issuer),
  clientId: "",
  clientSecret: null,
  teamId: null,
  keyId: null,
  saml: null,
  scopes: [...dialects[preset].scopes],
});

/** Changes a provider. Returns false if the person has not proven to be there. */
export async function changeIdentityProvider(
  context: RequestContext,
  { metadata, ...input }: z.input<typeof saveIdentityProvider.input> & { metadata?: string },
  presence: Presence,
): Promise<boolean> {
  authorize(context.caller, byOwnersInPerson);
  if (!(await provePresence(context, presence))) return false;
  const described = metadata === undefined || metadata === "" ? undefined : await requireMetadata(context, metadata);
  await perform(saveIdentityProvider, provenContext(context), { ...input, described });
  return true;
}

const saveIdentityProvider = operation({
  name: "saveIdentityProvider",
  summary: "Update an identity provider",
  writes: byOwnersInPerson,
  sensitive: { subject: "sign_in" },
  input: ProviderChanges.extend({
    id: Id("identityProvider"),
    /** Metadata of a SAML provider that was just read. */
    described: z.custom<ProviderMetadata>().optional(),
    /** True to keep the certificates that are pinned beside those of the metadata, during a rollover. */
    keepsCertificates: z.boolean().optional(),
  }),
  output: z.object({ id: Id("identityProvider"), changed: z.array(z.string()) }),
  async run(context, { id, clientSecret, described, keepsCertificates = false, ...changes }) {
    await lockProviders(context);
    const stored = await requireProvider(context, id);
    const updated = {
      ...stored,
      ...(stored.saml && (await samlFields(context, stored, described, keepsCertificates))),
    };
    const scopes = changes.scopes && [...new Set(["openid", ...changes.scopes])];
    const after = { ...updated, ...withoutUndefined(changes), ...(scopes && { scopes }) };
    await requireFreeDomains(context, after);
    if (after.active) {
      requireComplete({ ...after, hasSecret: updated.clientSecret !== null || clientSecret !== undefined });
    }
    if (after.passwordsOff && after.active) await requireWayInFor(context, after);
    const box = boxOfSecret(context.site.id, id);
    const secret = clientSecret && !updated.saml && requireSecret(after, clientSecret);
    const sealed = secret && seal(requireIdentities(context).key, Buffer.from(secret), box);
    await updateProvider(context, id, { ...after, ...(sealed && { clientSecret: sealed }) }, context.now);
    if (stored.active && !after.active) await endProviderSessions(context, { providerId: id });
    const changedSecrets = [...(sealed ? ["clientSecret"] : []), ...(described ? ["metadata"] : [])];
    return { id, changed: [...Object.keys(changes), ...changedSecrets] };
  },
  audit: (_input, { id, changed }) => about("identityProvider", id, { changed }),
});

/** Deletes a provider. Returns false if the person has not proven to be there. */
export async function removeIdentityProvider(
  context: RequestContext,
  id: string,
  presence: Presence,
): Promise<boolean> {
  authorize(context.caller, byOwnersInPerson);
  if (!(await provePresence(context, presence))) return false;
  await perform(deleteIdentityProvider, provenContext(context), { id });
  return true;
}

const deleteIdentityProvider = operation({
  name: "deleteIdentityProvider",
  summary: "Delete an identity provider",
  description:
    "Disconnects its identities, and ends the sessions that came from it with their tokens. Members and their roles stay.",
  writes: byOwnersInPerson,
  sensitive: { subject: "sign_in" },
  input: z.object({ id: Id("identityProvider") }),
  output: z.object({ name: z.string() }),
  async run(context, { id }) {
    await lockProviders(context);
    const { name } = await requireProvider(context, id);
    await endProviderSessions(context, { providerId: id });
    await deleteProvider(context, id);
    return { name };
  },
  audit: ({ id }, { name }) => about("identityProvider", id, { name }),
});

const lockProviders = (context: Context): Promise<void> => withAdvisoryLock(context, "identity providers");

async function requireProvider(context: Context, id: string): Promise<IdentityProvider> {
  const provider = await findProvider(context, id);
  if (!provider) throw notFound("identityProvider", formatId("identityProvider", id));
  return provider;
}

/** Each domain leads to one provider. */
async function requireFreeDomains(context: Context, { id, domains }: IdentityProvider): Promise<void> {
  const others = (await listProviders(context)).filter((one) => one.id !== id);
  const taken = domains.find((domain) => others.some((other) => other.domains.includes(domain)));
  if (taken === undefined) return;
  throw validationFailed("/domains", "taken", `The domain ${taken} belongs to another provider of this school.`);
}

/** The owner who switches passwords off must not lock themselves out. */
async function requireWayInFor(context: Context, { id, domains }: IdentityProvider): Promise<void> {
  const { accountId, memberId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  if (!account || !domains.includes(domainOf(account.email))) return;
  if ((await listIdentities(context, memberId)).some(({ providerId }) => providerId === id)) return;
  throw validationFailed(
    "/passwordsOff",
    "not_connected",
    "Connect your own account to the provider first. Otherwise you could not sign in anymore.",
  );
}

const withoutUndefined = (changes: object): Partial<IdentityProvider> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
