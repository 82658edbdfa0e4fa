import * as z from "zod";
import { mailOwners } from "#domain/messages/mail/mail-owners.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { type Presence, provePresence } from "#domain/people/identity-providers/prove-presence.ts";
import { provenContext } from "#domain/people/sign-in/prove-password.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byOwnersInPerson, byStaffInPerson, operation, perform } from "#domain/platform/operation.ts";
import { invalidState, notFound, Problem } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { queueSettling } from "../members/settle-directory.ts";
import { maxKeys, newProvisioningKey, ProvisioningKey, provisioningKeyFields } from "./provisioning-key.ts";
import {
  countKeys,
  insertKey,
  keyExists,
  lockKey,
  provisioningKeys,
  replaceKey,
  revokeKey,
  updateKey,
} from "./queries.ts";

const aKey = z.object({ id: Id("provisioningKey") });

export const listProvisioningKeys = operation({
  name: "listProvisioningKeys",
  summary: "List provisioning keys",
  description: "Newest first. Revoked keys stay listed: members that a directory created refer to its key.",
  reads: byStaffInPerson,
  input: provisioningKeys.input,
  output: pageSchemaOf(ProvisioningKey),
  run: (context, input) => provisioningKeys.page(context, input),
});

export const readProvisioningKey = operation({
  name: "readProvisioningKey",
  summary: "Retrieve a provisioning key",
  reads: byStaffInPerson,
  input: aKey,
  output: ProvisioningKey,
  run: (context, { id }) => requireKey(context, id),
});

async function requireKey(context: Context, id: string): Promise<ProvisioningKey> {
  const { data } = await provisioningKeys.page(
    context,
    provisioningKeys.input.parse({ ids: [formatId("provisioningKey", id)] }),
  );
  const [key] = data;
  if (!key) throw notFound("provisioning key", formatId("provisioningKey", id));
  return key;
}

/** Returns false if the person of the session is not proven to be there. Throws `rate_limited`. */
function proves(context: RequestContext, presence: Presence): Promise<boolean> {
  authorize(context.caller, byOwnersInPerson);
  return provePresence(context, presence);
}

/** Performs `createProvisioningKey`. Returns undefined if the presence is not proven. Throws `rate_limited`. */
export const createProvisioningKeyInPerson = async (context: RequestContext, proof: Presence, input: unknown) =>
  (await proves(context, proof)) ? perform(createProvisioningKey, provenContext(context), input) : undefined;

/** Performs `updateProvisioningKey`. Returns undefined if the presence is not proven. Throws `rate_limited`. */
export const updateProvisioningKeyInPerson = async (context: RequestContext, proof: Presence, input: unknown) =>
  (await proves(context, proof)) ? perform(updateProvisioningKey, provenContext(context), input) : undefined;

/** Performs `replaceProvisioningKey`. Returns undefined if the presence is not proven. Throws `rate_limited`. */
export const replaceProvisioningKeyInPerson = async (context: RequestContext, proof: Presence, input: unknown) =>
  (await proves(context, proof)) ? perform(replaceProvisioningKey, provenContext(context), input) : undefined;

const rightsOf = ({
  emailDomains,
  givableRoles,
  groupRoles,
}: Pick<ProvisioningKey, "emailDomains" | "givableRoles" | "groupRoles">) => ({
  emailDomains,
  givableRoles,
  groupRoles,
});

export const createProvisioningKey = operation({
  name: "createProvisioningKey",
  summary: "Create a provisioning key",
  writes: byOwnersInPerson,
  sensitive: { subject: "roles" },
  input: z.object({
    /** Chosen by the form, so that a form submitted twice creates one key. */
    id: Id("provisioningKey"),
    ...provisioningKeyFields,
  }),
  output: z.object({
    id: Id("provisioningKey"),
    name: z.string(),
    /** Returned once: only its digest is stored. */
    key: z.string(),
  }),
  async run(context, { id, ...rights }) {
    await withAdvisoryLock(context, "provisioning keys");
    if (await keyExists(context, id)) {
      throw new Problem("already_exists", `The key ${formatId("provisioningKey", id)} was created already.`);
    }
    if ((await countKeys(context)) >= maxKeys) {
      throw new Problem(
        "conflict",
        `This site has ${maxKeys} provisioning keys. Revoke one before you create another.`,
      );
    }
    const made = { id, memberId: selfOf(context).memberId, key: newProvisioningKey(), ...rights };
    await insertKey(context, made, context.now);
    await mailOwners(context, { kind: "provisioningKeyCreated", name: rights.name });
    return { id, name: rights.name, key: made.key };
  },
  audit: ({ name, ...rights }, { id }) => about("provisioningKey", id, { name, ...rightsOf(rights) }),
});

const updateProvisioningKey = operation({
  name: "updateProvisioningKey",
  summary: "Change what a provisioning key may do",
  description: "A job gives and takes the roles of members that the directory provisions.",
  writes: byOwnersInPerson,
  sensitive: { subject: "roles" },
  input: aKey.extend(provisioningKeyFields),
  output: z.object({ id: Id("provisioningKey") }),
  async run(context, { id, ...rights }) {
    if (!(await lockKey(context, id))) await refuseRevoked(context, id);
    await updateKey(context, id, rights, context.now);
    await queueSettling(context, id);
    return { id };
  },
  audit: ({ name, ...rights }, { id }) => about("provisioningKey", id, { name, ...rightsOf(rights) }),
});

const replaceProvisioningKey = operation({
  name: "replaceProvisioningKey",
  summary: "Replace a provisioning key",
  description: "The former key is refused immediately. Members and groups of the directory stay with it.",
  writes: byOwnersInPerson,
  sensitive: { subject: "roles" },
  input: aKey.extend({
    /** Ending of the key that the caller has seen, so that a form submitted twice replaces it once. */
    ending: z.string().max(10),
  }),
  output: z.object({ id: Id("provisioningKey"), name: z.string(), key: z.string() }),
  async run(context, { id, ending }) {
    const key = newProvisioningKey();
    const replaced = await replaceKey(context, { id, key, ending }, context.now);
    if (replaced) return { id, key, name: replaced.name };
    const { revokedAt } = await requireKey(context, id);
    if (revokedAt !== null) return refuseRevoked(context, id);
    throw new Problem("conflict", "The key was replaced already. It cannot be shown again.");
  },
  audit: ({ id }, { name }) => about("provisioningKey", id, { name }),
});

export const revokeProvisioningKey = operation({
  name: "revokeProvisioningKey",
  summary: "Revoke a provisioning key",
  description: "Requests with the key are refused immediately. Members stay as they are.",
  writes: byOwnersInPerson,
  input: aKey,
  output: z.object({ name: z.string() }),
  async run(context, { id }) {
    return (await revokeKey(context, id, context.now)) ?? refuseRevoked(context, id);
  },
  audit: ({ id }, { name }) => about("provisioningKey", id, { name }),
});

async function refuseRevoked(context: Context, id: string): Promise<never> {
  await requireKey(context, id);
  throw invalidState("provisioning key", "revoked", "changed", []);
}
