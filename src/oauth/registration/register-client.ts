import type { RequestContext } from "#domain/platform/context.ts";
import { integrationOfCallbacks, integrationOfName } from "./meant-integration.ts";
import { readMetadata } from "./metadata.ts";
import { redirectKindOf } from "./redirect-kind.ts";
import type { Registered } from "./registered.ts";
import { registerIntegration } from "./register-integration.ts";
import { registerLoopbackClient } from "./register-loopback-client.ts";

/** Registers a client (RFC 7591 §3.1), or rejects it, in the order of contract §5.2.2. */
export async function registerClient(context: RequestContext, body: unknown): Promise<Registered> {
  const metadata = readMetadata(body);
  const { redirect_uris: redirectUris, client_name: name } = metadata;
  const kind = redirectKindOf(redirectUris);
  if (kind === "loopback") return registerLoopbackClient(context, metadata);
  const integration =
    kind === "https"
      ? await integrationOfCallbacks(context, redirectUris, name)
      : await integrationOfName(context, name);
  return registerIntegration(context, integration, metadata);
}
