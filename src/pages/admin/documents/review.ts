import type { FastifyInstance, FastifyReply } from "fastify";
import { identityScopes, type Scope } from "#access/scopes.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { scopesOfAudience } from "#oauth/applications/application.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import type { MetadataClient } from "#oauth/metadata-documents/metadata-client.ts";
import { mayBecomeMember } from "#oauth/metadata-documents/may-become-member.ts";
import { type Review, reviews } from "#oauth/metadata-documents/review.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { RouteRequest } from "../../responses/page-routes.ts";
import { sendPage } from "../../responses/send.ts";
import { documentReview } from "../../views/admin/submissions/document-review.ts";
import { documentsPath } from "../sections.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";
import { documentUrl } from "./show.ts";

const path = `${documentsPath}/:id/review` as const;

/** GET and POST /admin/developers/documents/{id}/review?decision=… */
export function reviewPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const decision = decisionOf(request.query.decision);
    const { getMetadataClient } = await adminOperations.applications();
    const client = await perform(getMetadataClient, pageRequest.context, request.params);
    const offered = decision !== "member" || mayBecomeMember(pageRequest.context.site, client);
    if (!decision || !offered) return pageRequest.reply.redirect(documentUrl(request.params.id), 303);
    return show(pageRequest, client, decision, scopesOffered(decision).filter(isPicked(client, decision)));
  });

  postChanges(app, { path, formAt }, async (pageRequest, { form }, request) => {
    const { context, reply } = pageRequest;
    const { id } = request.params;
    const decision = decisionOf(request.query.decision);
    if (!decision) return reply.redirect(documentUrl(id), 303);
    const picked = scopesOffered(decision).filter((scope) => form.get(`scope.${scope}`) !== undefined);
    const { reviewMetadataClient, getMetadataClient } = await adminOperations.applications();
    try {
      const contextAtVersion = { ...context, ifMatch: [Number(form.get("version"))] };
      await perform(reviewMetadataClient, contextAtVersion, {
        id,
        decision,
        ...(decision !== "approved" && { scopes: picked }),
      });
      return await reply.redirect(documentUrl(id, "reviewed"), 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "etag_mismatch") return reply.redirect(documentUrl(id, "changed"), 303);
      if (error.code !== "validation_failed") throw error;
      return show(pageRequest, await perform(getMetadataClient, context, { id }), decision, picked, true);
    }
  });
}

function formAt({ id }: { id: string }, { query }: RouteRequest<typeof path>): string {
  const decision = decisionOf(query.decision);
  return decision ? `${documentUrl(id)}/review?decision=${decision}` : documentUrl(id);
}

const decisionOf = (text: string | undefined): Review | undefined => reviews.find((review) => review === text);

const scopesOffered = (decision: Review): Scope[] =>
  decision === "approved" ? [] : scopesOfAudience(decision === "member" ? "member" : "operator");

/** Preselects the current scopes if the audience stays the same. Otherwise preselects the identity scopes. */
const isPicked =
  ({ audience, scopes }: MetadataClient, decision: Review) =>
  (scope: Scope): boolean => {
    const sameAudience = (decision === "member") === (audience === "member");
    return sameAudience ? (scopes?.includes(scope) ?? true) : identityScopes.includes(scope);
  };

function show(
  pageRequest: AdminPageRequest,
  { id, name, version, audience, connectedMembers, ...client }: MetadataClient,
  decision: Review,
  picked: readonly Scope[],
  nonePicked = false,
): FastifyReply {
  const back = documentUrl(formatClientId(id));
  const page = documentReview(adminPageOf(pageRequest, "documents"), {
    action: `${back}/review?decision=${decision}`,
    back,
    name,
    version,
    redirectUris: [...client.redirectUris, ...client.postLogoutRedirectUris],
    decision,
    offered: scopesOffered(decision),
    picked,
    nonePicked,
    endsFor: (decision === "member") === (audience === "member") ? 0 : connectedMembers,
  });
  return sendPage(pageRequest.reply, page, { status: nonePicked ? 400 : 200 });
}
