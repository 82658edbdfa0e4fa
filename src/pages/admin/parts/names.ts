import type { RequestContext } from "#domain/platform/context.ts";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { memberStatuses } from "#domain/people/members/member.ts";
import { listMembershipPlans } from "#domain/offers/membership-plans/list-membership-plans.ts";
import { perform } from "#domain/platform/operation.ts";

type Names = Map<string, string>;

const maxPageSize = 200;

/** Returns names by id, without deleted resources. */
const namesOf = async (
  kind: IdKind,
  requested: readonly string[],
  find: (requested: { ids: string[]; limit: number }) => Promise<{ id: string; name: string }[]>,
): Promise<Names> => {
  const ids = [...new Set(requested)].map((id) => formatId(kind, id));
  return new Map(ids.length === 0 ? [] : (await find({ ids, limit: maxPageSize })).map(({ id, name }) => [id, name]));
};

export const namesOfCourses = (context: RequestContext, ids: readonly string[]): Promise<Names> =>
  namesOf("course", ids, async (requested) => (await perform(listCourses, context, requested)).data);

export const namesOfPlans = (context: RequestContext, ids: readonly string[]): Promise<Names> =>
  namesOf("membershipPlan", ids, async (requested) => (await perform(listMembershipPlans, context, requested)).data);

/** Returns names, or email addresses if there is no name. Includes removed members. */
export const namesOfPeople = (context: RequestContext, ids: readonly string[]): Promise<Names> =>
  namesOf("member", ids, async (requested) => {
    const { data } = await perform(listMembers, context, { ...requested, status: [...memberStatuses] });
    return data.map(({ id, name, email }) => ({ id, name: name ?? email }));
  });
