import type { FastifyInstance } from "fastify";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { mayRemoveFactors } from "#domain/people/second-factors/remove-factors.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { textFor } from "../../text/catalogue.ts";
import type { MemberPage } from "../../views/admin/members/member-page.ts";
import { askFirst, isConfirmed } from "../parts/ask-first.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";

const { path } = adminSections.members;

/** POST /admin/members/{id}/second-factors/remove: for a person who has lost them. */
export function factorRemoval(app: FastifyInstance): void {
  postForm(app, { path: `${path}/:id/second-factors/remove`, formAt }, async (pageRequest, _form, request) => {
    const { context, reply } = pageRequest;
    const { id } = request.params;
    const back = formAt(request.params);
    const { removeSecondFactors } = await adminOperations.members();
    if (!isConfirmed(pageRequest)) {
      await runDry(removeSecondFactors, context, { id });
      const page = adminPageOf(pageRequest, "members");
      const { factors: text } = textFor(page.locale).admin.members;
      return askFirst(pageRequest, page, { title: text.ask, consequence: text.consequence, act: text.remove, back });
    }
    await perform(removeSecondFactors, context, { id });
    return reply.redirect(`${back}?done=factors_removed`, 303);
  });
}

const formAt = ({ id }: { id: string }) => `${path}/${encodeURIComponent(id)}`;

/** The second factors of a member, for owners who may remove them. */
export async function factorsFor({ context }: AdminPageRequest, member: MemberRecord): Promise<MemberPage["factors"]> {
  if (!mayRemoveFactors(context.caller, member)) return undefined;
  const { hasApp, passkeys, ...rest } = await findFactors(context, member.id);
  if (!hasFactor({ hasApp, passkeys, ...rest })) return undefined;
  return { hasApp, passkeys, remove: `${path}/${formatId("member", member.id)}/second-factors/remove` };
}
