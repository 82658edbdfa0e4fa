import * as z from "zod";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import type { SigningKey } from "./signing-key.ts";
import { listSigningKeys } from "./signing-keys.ts";

/** next: waits until every cache has it; retiring: still needed to verify earlier signatures. */
const keyStates = ["next", "signing", "retiring"] as const;

/** A published key, without its private half. */
const PublishedKey = z.object({
  kid: z.string(),
  alg: z.string(),
  state: z.enum(keyStates),
  createdAt: z.date(),
  /** Signs from this time until a later key takes over. */
  activeFrom: z.date(),
  /** Null until a successor exists. */
  retiresAt: z.date().nullable(),
});
export type PublishedKey = z.output<typeof PublishedKey>;

export const listPublishedKeys = operation({
  name: "listPublishedKeys",
  summary: "List published signing keys",
  description: "The next signing key comes first.",
  reads: inAdminArea,
  input: z.object({}),
  output: z.array(PublishedKey),
  run: async (context) => describeKeys(await listSigningKeys(context, context.now), context.now),
});

function describeKeys(keys: readonly SigningKey[], now: Date): PublishedKey[] {
  const signing = keys.find(({ activeFrom }) => activeFrom <= now);
  return keys.map(({ id, publicJwk: { kid, alg }, createdAt, activeFrom, retiresAt }) => {
    const state = id === signing?.id ? "signing" : activeFrom > now ? "next" : "retiring";
    return { kid, alg, state, createdAt, activeFrom, retiresAt };
  });
}
