import type { Scope } from "#access/scopes.ts";
import { perform } from "#domain/platform/operation.ts";
import { formatId } from "#domain/platform/ids.ts";
import { createApiKey } from "#oauth/api-keys/operations.ts";
import type { AMember, ASite } from "../world.ts";

/** Creates an API key of the member, as the command line does. */
export async function anApiKey(
  site: ASite,
  member: AMember,
  scopes: readonly Scope[] = ["courses:read"],
  { name = "Nightly sync", expiresInDays = 365 } = {},
): Promise<{ id: string; key: string }> {
  const context = { ...site.context(), caller: { kind: "cli" as const } };
  const input = { name, scopes, expiresInDays, memberId: member.sub };
  const { id, key } = await perform(createApiKey, context, input);
  return { id: formatId("apiKey", id), key };
}
