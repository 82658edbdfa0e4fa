import * as z from "zod";
import { trimmed } from "#lib/wire/trimmed.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { spendChallenge } from "./challenge.ts";
import { afterAdding, afterRemoving, lockOwnFactors, ShownCodes } from "./factor-operations.ts";
import { methodsOfPasskey } from "./passkey.ts";
import { additionOf } from "./passkey-options.ts";
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from "./passkey-queries.ts";
import { readRegistration } from "./passkey-responses.ts";
import { requireOffered } from "./require-offered.ts";
import { relyingPartyOf, supportsPasskeys } from "./relying-party.ts";
import { verifyRegistration } from "./verify-passkey.ts";

/** Far more than a person has devices. */
const maxPasskeys = 20;

export const PasskeyName = trimmed().min(1).max(60);

const OwnPasskey = z.object({
  id: Id("passkey"),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

export const listOwnPasskeys = operation({
  name: "listOwnPasskeys",
  summary: "List the member's passkeys",
  reads: { only: ["session"] },
  input: z.object({}),
  output: z.object({ passkeys: z.array(OwnPasskey) }),
  run: async (context) => ({ passkeys: await listPasskeys(context, selfOf(context).memberId) }),
});

export const addPasskey = operation({
  name: "addPasskey",
  summary: "Add a passkey",
  writes: { only: ["session"] },
  input: z.object({ name: PasskeyName, registration: z.string(), browser: z.string() }),
  output: ShownCodes.extend({ passkeyId: Id("passkey") }),
  async run(context, { name, registration, browser }) {
    const { memberId } = selfOf(context);
    requireOffered(context);
    const before = await lockOwnFactors(context);
    if (!supportsPasskeys(context.site)) throw new Problem("invalid_state", "This address has no passkeys.");
    if (before.passkeys >= maxPasskeys)
      throw new Problem("invalid_state", `There are ${maxPasskeys} passkeys already.`);
    const read = readRegistration(registration);
    const created = read && (await verifyRegistration(context, additionOf(context, browser), read));
    if (!created || !(await spendChallenge(context, created.challenge))) throw refused();
    const { challenge: _challenge, ...credential } = created;
    const id = newId();
    const rpId = relyingPartyOf(context.site);
    const transports = read.response.transports;
    if (!(await insertPasskey(context, { id, memberId, name, rpId, transports, ...credential }))) throw refused();
    return { passkeyId: id, codes: await afterAdding(context, before, methodsOfPasskey(credential)) };
  },
  audit: (_input, { passkeyId }) => about("passkey", passkeyId),
});

const refused = () => validationFailed("/passkey", "refused", "The passkey could not be checked. Try again.");

export const renameOwnPasskey = operation({
  name: "renamePasskey",
  summary: "Rename a passkey",
  writes: { only: ["session"] },
  input: z.object({ passkeyId: Id("passkey"), name: PasskeyName }),
  output: z.object({}),
  async run(context, { passkeyId, name }) {
    const renamed = await renamePasskey(context, passkeyId, selfOf(context).memberId, name);
    if (!renamed) throw notFound("passkey", formatId("passkey", passkeyId));
    return {};
  },
  audit: ({ passkeyId }) => about("passkey", passkeyId),
});

export const removePasskey = operation({
  name: "removePasskey",
  summary: "Remove a passkey",
  writes: { only: ["session"] },
  input: z.object({ passkeyId: Id("passkey") }),
  output: z.object({}),
  async run(context, { passkeyId }) {
    await lockOwnFactors(context);
    const deleted = await deletePasskey(context, passkeyId, selfOf(context).memberId);
    if (!deleted) throw notFound("passkey", formatId("passkey", passkeyId));
    await afterRemoving(context);
    return {};
  },
  audit: ({ passkeyId }) => about("passkey", passkeyId),
});
