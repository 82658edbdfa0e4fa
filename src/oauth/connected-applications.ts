import * as z from "zod";
import { narrowToRoles, type Role } from "#access/roles.ts";
import { type Scope, scopeNames } from "#access/scopes.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { type AllowedClient, findAllowedClients, grantsOfMember, inForceFor } from "./allowed-clients.ts";
import { audienceMayHold, type ClientOrigin } from "./clients/client.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import { displayNameOf } from "./clients/client-name.ts";
import { logoAddress } from "./client-logos/queries.ts";
import { grantEvent } from "./grant-event.ts";
import { revokeGrant } from "./grants.ts";
import { isAdmitted } from "./metadata-documents/admitted-hosts.ts";
import { isLoopbackRedirect, displayHostOf } from "./redirect-uri.ts";

/** An application that a member has authorized, as shown in their account. */
const ConnectedApplication = z.object({
  /** The id of the grant. */
  id: Id("grant"),
  clientId: Id("client"),
  name: z.string(),
  origin: z.custom<ClientOrigin>(),
  audience: z.custom<Audience>(),
  /** The URL of its logo. */
  logo: z.string().nullable(),
  /** The host of its document; set only for `metadata_document`. */
  documentHost: z.string().nullable(),
  /** Redirect destinations: web hosts, app schemes, and `loopback` for a program on the member's own computer. */
  destinations: z.array(z.string()),
  /** Effective scopes: granted, still allowed for the client, and given by the member's roles. */
  scopes: z.array(z.enum(scopeNames)),
  /** True if operators have blocked it. It has no access until they unblock it. */
  blocked: z.boolean(),
  since: z.date(),
  /** The last token request. Use of an access token is not recorded. */
  lastUsedAt: z.date().nullable(),
});
type ConnectedApplication = z.output<typeof ConnectedApplication>;

export const listConnectedApplications = operation({
  name: "listConnectedApplications",
  summary: "List the member's connected applications",
  description: "Most recently authorized first.",
  reads: { only: ["session"] },
  input: grantsOfMember.input,
  output: pageSchemaOf(ConnectedApplication),
  async run(context, input) {
    const { memberId, roles } = selfOf(context);
    const grants = await grantsOfMember.page(context, input, { of: inForceFor(context, memberId) });
    const clients = await findAllowedClients(
      context,
      grants.data.map(({ id }) => id),
    );
    const byGrant = new Map(clients.map((client) => [client.id, client]));
    const data = grants.data.map(({ id, createdAt }) => {
      const client = mustGet(byGrant, id);
      // A client whose host is no longer admitted has no access either.
      const blocked = client.blocked || !isAdmitted(context.site, client);
      return describe({ ...client, blocked, name: displayNameOf(context.site, client) }, createdAt, roles);
    });
    return { data, page: grants.page };
  },
});

export const disconnectApplication = operation({
  name: "disconnectApplication",
  summary: "Disconnect an application",
  description: "Revokes its grant and all its tokens.",
  writes: { only: ["session"] },
  input: z.object({ grantId: Id("grant") }),
  output: z.object({}),
  async run(context, { grantId }) {
    const revoked = await revokeGrant(context, grantId, selfOf(context).memberId);
    if (!revoked) throw notFound("grant", formatId("grant", grantId));
    return {};
  },
  audit: ({ grantId }) => about("grant", grantId),
  event: ({ grantId }) => grantEvent("oauth_client.revoked", grantId),
});

function describe(client: AllowedClient, since: Date, roles: readonly Role[]): ConnectedApplication {
  const { id, clientId, name, origin, audience, metadataUrl, logoDigest, blocked, redirectUris, lastUsedAt } = client;
  return {
    id,
    clientId,
    name,
    origin,
    audience,
    logo: logoDigest && logoAddress(clientId, logoDigest),
    documentHost: metadataUrl && new URL(metadataUrl).host,
    destinations: [...new Set(redirectUris.map((uri) => destinationOf(origin, uri)))],
    scopes: blocked ? [] : narrowToRoles(roles, currentlyGranted(client)),
    blocked,
    since,
    lastUsedAt,
  };
}

/** The API reference is a page of the site, which may itself run on a loopback address. */
const destinationOf = (origin: ClientOrigin, uri: string): string =>
  origin !== "explorer" && isLoopbackRedirect(uri) ? "loopback" : displayHostOf(uri);

const currentlyGranted = ({ allowed, mayHold, audience }: AllowedClient): Scope[] =>
  scopeNames.filter(
    (scope) =>
      allowed.includes(scope) && audienceMayHold(audience, scope) && (mayHold === null || mayHold.includes(scope)),
  );
