import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { admitsHost } from "#oauth/metadata-documents/admitted-hosts.ts";
import { mayBecomeMember } from "#oauth/metadata-documents/may-become-member.ts";
import { reviews } from "#oauth/metadata-documents/review.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { documentDetails } from "../../views/admin/submissions/document.ts";
import { documentsPath as path } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { namesOfMembers } from "#domain/people/members/queries.ts";

const notices = ["reviewed", "forgotten", "blocked", "unblocked", "changed"] as const;
export type Notice = (typeof notices)[number];

/** Returns the path of an application's page with a notice. */
export const documentUrl = (id: string, done?: Notice): string =>
  `${path}/${encodeURIComponent(id)}${done === undefined ? "" : `?done=${done}`}`;

/** GET /admin/developers/documents/{id} */
export function showPage(app: FastifyInstance): void {
  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { id } = request.params;
    const { getMetadataClient, readAllowedScopes } = await adminOperations.applications();
    const client = await perform(getMetadataClient, context, { id });
    const { scopes: allowed } = await perform(readAllowedScopes, context, { id });
    const { reviewedBy } = client;
    const names = await namesOfMembers(context, reviewedBy === null ? [] : [reviewedBy]);
    const view = {
      ...client,
      id: formatClientId(client.id),
      accepted: admitsHost(context.site, client.host),
      decisions: reviews.filter((review) => review !== "member" || mayBecomeMember(context.site, client)),
      allowed,
      reviewer: reviewedBy === null ? undefined : (names.get(reviewedBy) ?? null),
      notice: notices.find((notice) => notice === request.query.done),
    };
    return documentDetails(adminPageOf(pageRequest, "documents"), view);
  });
}
