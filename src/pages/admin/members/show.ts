import type { FastifyInstance, FastifyReply } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { listEnrollments } from "#domain/learning/enrollments/list-enrollments.ts";
import { mayView } from "#domain/people/member-view/view.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { getMember } from "#domain/people/members/list-members.ts";
import { listMemberActivity } from "#domain/people/members/member-activity.ts";
import { perform } from "#domain/platform/operation.ts";
import { listOrders } from "#domain/sales/orders/list-orders.ts";
import { listSubscriptions } from "#domain/memberships/subscriptions/list-subscriptions.ts";
import { listMembersById } from "#domain/people/members/queries.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { member } from "../../views/admin/members/member.ts";
import type { MemberNotice, MemberPage, MemberProblem } from "../../views/admin/members/member-page.ts";
import type { PendingMerge } from "../../views/admin/members/member-merge.ts";
import { namesOfCourses, namesOfPlans } from "../parts/names.ts";
import { giveAccessAddress } from "../enrollments/addresses.ts";
import { readSuppressed } from "../settings/suppressed-addresses.ts";
import { actionsAt } from "../derived/actions.ts";
import { type Notice, noticeIn } from "../derived/after-write.ts";
import { pageAt, mayOpenPage } from "../derived/resources.ts";
import { isOffered } from "../derived/possible-actions.ts";
import { panelsOfMember } from "./panels.ts";
import { factorsFor } from "./second-factors.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";

const { path } = adminSections.members;

const maxEntriesPerList = 5;

/** GET /admin/members/{id} */
export function showPage(app: FastifyInstance): void {
  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const { params, query } = request;
    return sendMember(pageRequest, params.id, {
      notice: notices.find((name) => name === query.done) ?? noticeIn(query),
    });
  });
}

const notices: readonly MemberNotice[] = [
  "canceled",
  "resumed",
  "lifted",
  "merge_requested",
  "merge_canceled",
  "factors_removed",
];

/** Actions that the page of a member has itself. */
const ownActions: ReadonlySet<string> = new Set(["merge", "notifications"]);

/** Renders the page of a member, with the problem of a failed action if any. */
export async function sendMember(
  pageRequest: AdminPageRequest,
  id: string,
  { notice, problem }: { notice?: MemberNotice | Notice | undefined; problem?: MemberProblem },
): Promise<FastifyReply> {
  const { profile, ...found } = await readMember(pageRequest.context, id);
  const { status } = found.member;
  const actions = (await actionsAt(pageRequest, `/members/${id}`, ownActions)).filter(
    ({ act }) => status !== "removed" && isOffered("member", act, status),
  );
  const [panels, factors] = await Promise.all([panelsOfMember(pageRequest, profile), factorsFor(pageRequest, profile)]);
  const view = { ...found, links: linksFor(pageRequest, profile), actions, panels, factors, notice, problem };
  return sendPage(pageRequest.reply, member(adminPageOf(pageRequest, "members"), view), {
    status: problem ? 409 : 200,
  });
}

/** Addresses of the forms that give access, for the caller. */
function linksFor({ context: { caller } }: AdminPageRequest, profile: MemberRecord): MemberPage["links"] {
  const { status } = profile;
  const id = formatId("member", profile.id);
  const isOpen = (pattern: string) => {
    const page = pageAt(pattern);
    return status !== "removed" && page !== undefined && mayOpenPage(caller, page);
  };
  return {
    view: mayView(caller, profile) ? `${path}/${id}/view` : undefined,
    write: isOpen("/messages/new") ? `/admin/messages/new?member_id=${id}` : undefined,
    enroll: isOpen("/enrollments/new") ? giveAccessAddress({ student_id: id }) : undefined,
    subscribe: isOpen("/subscriptions/new") ? `/admin/subscriptions/new?member_id=${id}` : undefined,
    extend: isOpen("/enrollments/:id/extend"),
  };
}

type Read = Omit<MemberPage, "links" | "actions" | "panels" | "factors" | "notice" | "problem"> & {
  profile: MemberRecord;
};

async function readMember(context: RequestContext, id: string): Promise<Read> {
  const profile = await perform(getMember, context, { id });
  const { listAgreementsOfMember } = await adminOperations.members();
  const [enrollments, subscriptions, orders, activity, { agreements }, { suppressed }, merges] = await Promise.all([
    perform(listEnrollments, context, { studentId: [id], limit: maxEntriesPerList }),
    perform(listSubscriptions, context, { memberId: [id], limit: maxEntriesPerList }),
    perform(listOrders, context, { memberId: [id], limit: maxEntriesPerList }),
    perform(listMemberActivity, context, { id, limit: maxEntriesPerList }),
    perform(listAgreementsOfMember, context, { memberId: id }),
    readSuppressed(context, { email: profile.email }),
    readMerges(context, profile.id),
  ]);
  const courseIds = [...enrollments.data, ...activity.data].flatMap(({ courseId }) => courseId ?? []);
  const [courses, plans] = await Promise.all([
    namesOfCourses(context, courseIds),
    namesOfPlans(
      context,
      subscriptions.data.map(({ planId }) => planId),
    ),
  ]);
  // Shows the id of deleted courses.
  const courseOf = (courseId: string) => courses.get(courseId) ?? formatId("course", courseId);
  return {
    profile,
    member: { ...profile, id: formatId("member", profile.id) },
    enrollments: enrollments.data.map((enrollment) => ({
      ...enrollment,
      id: formatId("enrollment", enrollment.id),
      courseId: formatId("course", enrollment.courseId),
      course: courseOf(enrollment.courseId),
    })),
    subscriptions: subscriptions.data.map(({ id: own, planId, status, endsAt }) => ({
      id: formatId("subscription", own),
      plan: plans.get(planId) ?? formatId("membershipPlan", planId),
      status,
      endsAt,
    })),
    orders: orders.data.map((order) => ({ ...order, id: formatId("order", order.id) })),
    agreements,
    suppressed,
    merges,
    activity: activity.data.map(({ kind, at, courseId }) => ({
      kind,
      at,
      course: courseId ? { id: formatId("course", courseId), name: courseOf(courseId) } : undefined,
    })),
  };
}

/** The pending merges of a member, with the name of the other one. */
async function readMerges(context: RequestContext, memberId: string): Promise<PendingMerge[]> {
  const { listMergesOfMember } = await adminOperations.members();
  const { merges } = await perform(listMergesOfMember, context, { memberId: formatId("member", memberId) });
  const otherIds = merges.map(({ fromMemberId, intoMemberId }) =>
    fromMemberId === memberId ? intoMemberId : fromMemberId,
  );
  const names = new Map((await listMembersById(context, otherIds)).map(({ id, name, email }) => [id, name ?? email]));
  return merges.map(({ id, fromMemberId, intoMemberId, confirmedFromAt, confirmedIntoAt, expiresAt }) => {
    const isFrom = fromMemberId === memberId;
    const otherId = isFrom ? intoMemberId : fromMemberId;
    const otherName = names.get(otherId) ?? formatId("member", otherId);
    const confirmed = confirmedFromAt !== null || confirmedIntoAt !== null;
    return { id: formatId("memberMerge", id), isFrom, other: otherName, confirmed, expiresAt };
  });
}
