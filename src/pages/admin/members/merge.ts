import type { FastifyInstance, FastifyReply } from "fastify";
import { getMember, listMembers } from "#domain/people/members/list-members.ts";
import type { MemberMerge } from "#domain/privacy/merges/merge.ts";
import { cancelMemberMerge } from "#domain/privacy/merges/manage-merges.ts";
import { mergeMember } from "#domain/privacy/merges/request-merge.ts";
import { obstacleCodes } from "#domain/privacy/merges/require-mergeable.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem, RetryableProblem } from "#domain/platform/problem.ts";
import { sendPage } from "../../responses/send.ts";
import { type MergePreview, memberMerge, type MergeProblem } from "../../views/admin/members/member-merge.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { performForm } from "../parts/perform-once.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { sendMember } from "./show.ts";

const { path } = adminSections.members;

/** GET and POST /admin/members/{id}/merge: choose the other member, preview, send the links; and cancel. */
export function mergePages(app: FastifyInstance): void {
  getPage(app, `${path}/:id/merge`, async (pageRequest, request) =>
    show(pageRequest, request.params.id, { typed: "" }),
  );

  postForm(app, `${path}/:id/merge`, async (pageRequest, form, { params: { id } }) => {
    const typed = form.get("into")?.trim().slice(0, 320) ?? "";
    const intoId = await findChosen(pageRequest.context, typed);
    if (intoId === undefined) return show(pageRequest, id, { typed, problems: ["unknown"] });
    try {
      if (form.get("act") !== "request") {
        const { records } = await runDry(mergeMember, pageRequest.context, { id, intoId });
        return await show(pageRequest, id, { typed, preview: { intoId, records } });
      }
      await performForm(pageRequest, mergeMember, { id, intoId });
    } catch (error) {
      return show(pageRequest, id, { typed, problems: problemsOf(error) });
    }
    return pageRequest.reply.redirect(`${addressOf(id)}?done=merge_requested`, 303);
  });

  postForm(
    app,
    { path: `${path}/:id/merge/cancel`, formAt: ({ id }) => addressOf(id) },
    async (pageRequest, form, { params: { id } }) => {
      try {
        await perform(cancelMemberMerge, pageRequest.context, { id: form.get("merge") });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "invalid_state") throw error;
        return sendMember(pageRequest, id, { problem: "state" });
      }
      return pageRequest.reply.redirect(`${addressOf(id)}?done=merge_canceled`, 303);
    },
  );
}

/** Returns the ID of a member by an ID or an address. */
async function findChosen(context: RequestContext, typed: string): Promise<string | undefined> {
  if (parseId("member", typed) !== undefined) return typed;
  if (!typed.includes("@")) return undefined;
  const { data } = await perform(listMembers, context, { email: typed, limit: 1 });
  return data[0] && formatId("member", data[0].id);
}

interface Shown {
  typed: string;
  preview?: { intoId: string; records: MemberMerge["records"] };
  problems?: readonly MergeProblem[];
}

async function show(pageRequest: AdminPageRequest, id: string, { typed, preview, problems = [] }: Shown) {
  const { context, reply } = pageRequest;
  const from = await perform(getMember, context, { id });
  const view = {
    from: { id: formatId("member", from.id), name: from.name ?? from.email },
    typed,
    preview: preview && (await previewOf(context, preview)),
    problems,
  };
  const page = memberMerge(adminPageOf(pageRequest, "members"), view);
  return sendPage(reply, page, { status: problems.length > 0 ? 409 : 200 }) satisfies FastifyReply;
}

async function previewOf(
  context: RequestContext,
  { intoId, records }: NonNullable<Shown["preview"]>,
): Promise<MergePreview> {
  const into = await perform(getMember, context, { id: intoId });
  return { into: into.name ?? into.email, intoId, records };
}

/** Rethrows errors that the page cannot display. */
function problemsOf(error: unknown): MergeProblem[] {
  if (!(error instanceof Problem)) throw error;
  if (error instanceof RetryableProblem) return ["busy"];
  const { code, details } = error;
  if (code === "role_escalation") return ["above"];
  if (code === "rate_limited") return ["too_many"];
  if (code === "invalid_state") return ["no_mail"];
  if (code === "not_found") return ["unknown"];
  const codes = new Set((details.errors ?? []).map((each) => each.code));
  const obstacles = obstacleCodes.filter((each) => codes.has(each));
  if (code !== "conflict" || obstacles.length === 0) throw error;
  return obstacles;
}

const addressOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
