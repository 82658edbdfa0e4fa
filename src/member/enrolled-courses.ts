import {
  countEnrolledCourses,
  listEnrolledCourses,
  listEnrolledCoursesInBrief,
} from "#domain/learning/enrollments/enrolled-courses.ts";
import { Slug } from "#domain/platform/fields.ts";
import { builder, type MemberContext } from "./builder.ts";
import { pageFrom, readFirst } from "./connection.ts";
import { decodeTime, encodeTime } from "./cursor.ts";
import {
  detailsOf,
  type EnrolledCourseNode,
  enrolledCourseNodes,
  enrolledCourseNodesInBrief,
  EnrollmentStatus,
  isInBrief,
} from "./enrolled-course.ts";
import { badUserInput } from "./errors.ts";
import { domainNames } from "./wire-names.ts";
import { positionOf } from "#domain/learning/enrollments/enrollment.ts";

export const EnrolledCourseFilter = builder.inputType("EnrolledCourseFilter", {
  description: "Filters for enrolled courses. Omitted filters have no effect.",
  fields: (t) => ({
    statuses: t.field({ type: [EnrollmentStatus], description: "Only these statuses." }),
    slug: t.string({ description: "Only the course with this slug." }),
  }),
});

interface Arguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: typeof EnrolledCourseFilter.$inferInput | null | undefined;
}

/** Returns a page of the member's courses, with one statement plus one per requested detail. */
export async function enrolledCoursesOf(context: MemberContext, memberId: string, args: Arguments) {
  const first = readFirst(args.first);
  const filter = readFilter(args.filter);
  const list = { list: "enrolledCourses", ...filter };
  const position = decodeTime(args.after, list);
  const after = position && { activeAt: position.at, id: position.id };
  const nodes = await nodesFor(context, memberId, { first: first + 1, after, ...filter });
  return pageFrom(nodes, first, {
    after: args.after,
    cursorOf(node) {
      const { activeAt, id } = positionOf(detailsOf(node).course);
      return encodeTime({ at: activeAt, id }, list);
    },
    totalCount: () => countEnrolledCourses(context, memberId, filter, context.now),
  });
}

type EnrolledCoursesRequest = Parameters<typeof listEnrolledCourses>[2];

/** Home screens request few columns, and often: reads only these columns for them. */
async function nodesFor(
  context: MemberContext,
  memberId: string,
  requested: EnrolledCoursesRequest,
): Promise<EnrolledCourseNode[]> {
  const { first, after, statuses, slug } = requested;
  const isNarrowed = after !== undefined || statuses !== undefined || slug !== undefined;
  return isNarrowed || !isInBrief(context.requested)
    ? enrolledCourseNodes(context, await listEnrolledCourses(context, memberId, requested, context.now))
    : enrolledCourseNodesInBrief(await listEnrolledCoursesInBrief(context, memberId, first, context.now));
}

function readFilter(input: Arguments["filter"]) {
  const slug = input?.slug ?? undefined;
  if (slug !== undefined && !Slug.safeParse(slug).success)
    throw badUserInput("filter.slug must be a slug, like night-sky.");
  return { statuses: domainNames(input?.statuses), slug };
}
