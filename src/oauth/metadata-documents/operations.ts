import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { type Scope, scopeNames } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { requireScopesOfAudience } from "../applications/require-scopes.ts";
import { aboutClient } from "../clients/about-client.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import { changeReview } from "./change-review.ts";
import { mayBecomeMember } from "./may-become-member.ts";
import { isListed, MetadataClient, metadataClients, toMetadataClient } from "./metadata-client.ts";
import { changeDocumentClient, type DocumentRecord, findMetadataClient, lockDocumentClient } from "./queries.ts";
import { redirectsDigest, type Review, reviews, unreviewed } from "./review.ts";

const One = z.object({ id: Id("client") });

export const listMetadataClients = operation({
  name: "listMetadataClients",
  summary: "List clients with a metadata document",
  description: "Newest first.",
  reads: inAdminArea,
  input: metadataClients.input,
  output: pageSchemaOf(MetadataClient),
  async run(context, input) {
    const { data, page } = await metadataClients.page(context, input, { of: isListed });
    return { data: data.map(toMetadataClient), page };
  },
});

export const getMetadataClient = operation({
  name: "getMetadataClient",
  summary: "Retrieve a client with a metadata document",
  reads: inAdminArea,
  input: One,
  output: MetadataClient,
  run: (context, { id }) => answer(context, id),
});

export const reviewMetadataClient = operation({
  name: "reviewMetadataClient",
  summary: "Review a client with a metadata document",
  description: "Sets its scopes for as long as its redirect URIs stay the same.",
  writes: inAdminArea,
  // Requires the reviewed version, because a document may change at any moment.
  requiresIfMatch: true,
  input: One.extend({ decision: z.enum(reviews), scopes: z.array(z.enum(scopeNames)).min(1).optional() }),
  output: MetadataClient,
  async run(context, { id, decision, scopes }) {
    const client = await requireClient(context, id);
    requireVersion(context, client);
    if (decision === "member" && !mayBecomeMember(context.site, client)) {
      throw new Problem(
        "invalid_state",
        "Turn on MCP connections under Settings, Beta features. Then the application can become a member client.",
      );
    }
    const audience = decision === "member" ? "member" : "operator";
    await changeReview(context, client, {
      review: decision,
      reviewedRedirectsDigest: redirectsDigest(client),
      reviewedAt: context.now,
      reviewedBy: memberOf(context.caller),
      audience,
      scopes: requireScopes(decision, audience, scopes),
    });
    return answer(context, id);
  },
  audit: ({ decision }, { scopes, ...client }) =>
    about(client, {
      decision,
      scopes,
      redirectUris: client.redirectUris,
      postLogoutRedirectUris: client.postLogoutRedirectUris,
    }),
});

export const forgetReview = operation({
  name: "forgetReview",
  summary: "Withdraw the review of a client",
  description: "The client is limited to identity and read scopes until it is reviewed again.",
  writes: inAdminArea,
  input: One,
  output: MetadataClient,
  async run(context, { id }) {
    const client = await requireClient(context, id);
    if (client.review !== null) await changeReview(context, client, unreviewed);
    return answer(context, id);
  },
  audit: (_input, client) => about(client),
});

export const blockMetadataClient = operation({
  name: "blockMetadataClient",
  summary: "Block a client",
  description: "The client is rejected everywhere until it is unblocked.",
  writes: inAdminArea,
  input: One,
  output: MetadataClient,
  async run(context, { id }) {
    const client = await requireClient(context, id);
    if (client.blockedAt === null) await changeDocumentClient(context, id, { blockedAt: context.now });
    return answer(context, id);
  },
  audit: (_input, client) => about(client),
});

export const unblockMetadataClient = operation({
  name: "unblockMetadataClient",
  summary: "Unblock a client",
  description: "Its previous review applies again.",
  writes: inAdminArea,
  input: One,
  output: MetadataClient,
  async run(context, { id }) {
    const client = await requireClient(context, id);
    if (client.blockedAt !== null) await changeDocumentClient(context, id, { blockedAt: null });
    return answer(context, id);
  },
  audit: (_input, client) => about(client),
});

async function requireClient(context: Context, id: string): Promise<DocumentRecord> {
  const client = await lockDocumentClient(context, id);
  if (!client) throw notFound("client with a metadata document", formatId("client", id));
  return client;
}

async function answer(context: Context, id: string): Promise<MetadataClient> {
  const row = await findMetadataClient(context, id);
  if (!row) throw notFound("client with a metadata document", formatId("client", id));
  return toMetadataClient(row);
}

/** All scopes of the audience if approved, otherwise the selected ones. */
function requireScopes(decision: Review, audience: Audience, scopes: readonly Scope[] | undefined): Scope[] | null {
  if (decision === "approved") {
    if (scopes === undefined) return null;
    throw validationFailed(
      "/scopes",
      "not_allowed",
      "An approved application can have every operator scope. Omit scopes.",
    );
  }
  if (scopes === undefined) throw validationFailed("/scopes", "required", "Select at least one scope.");
  requireScopesOfAudience(audience, scopes);
  return scopeNames.filter((scope) => scopes.includes(scope));
}

const about = (
  { id, metadataUrl }: Pick<MetadataClient, "id" | "metadataUrl">,
  details: Record<string, unknown> = {},
) => aboutClient(id, { metadataUrl, ...details });
