import { countEnrolledCourses, listEnrolledCourses } from "#domain/enrollments/enrolled-courses.ts";
import { positionOf } from "#domain/enrollments/enrollment.ts";
import { Slug } from "#domain/fields.ts";
import { builder, type MemberContext } from "./builder.ts";
import { pageFrom, readFirst } from "./connection.ts";
import { decodeTime, encodeTime } from "./cursor.ts";
import { enrolledCourseNodes, EnrollmentStatus } from "./enrolled-course.ts";
import { badUserInput } from "./errors.ts";
import { domainNames } from "./wire-names.ts";

export const EnrolledCourseFilter = builder.inputType("EnrolledCourseFilter", {
  description: "Which enrolled courses to list; what is left out does not narrow.",
  fields: (t) => ({
    statuses: t.field({ type: [EnrollmentStatus], description: "Only those in one of these states." }),
    slug: t.string({ description: "Only the course of this slug." }),
  }),
});

interface Arguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: typeof EnrolledCourseFilter.$inferInput | null | undefined;
}

/** A page of the member's courses: one statement, and one for each detail that is asked for. */
export async function enrolledCoursesOf(context: MemberContext, memberId: string, args: Arguments) {
  const first = readFirst(args.first);
  const filter = readFilter(args.filter);
  const list = { list: "enrolledCourses", ...filter };
  const position = decodeTime(args.after, list);
  const after = position && { activeAt: position.at, id: position.id };
  const rows = await listEnrolledCourses(context, memberId, { first: first + 1, after, ...filter }, context.now);
  return pageFrom(enrolledCourseNodes(context, rows), first, {
    cursorOf({ course }) {
      const { activeAt, id } = positionOf(course);
      return encodeTime({ at: activeAt, id }, list);
    },
    totalCount: () => countEnrolledCourses(context, memberId, filter, context.now),
  });
}

function readFilter(given: Arguments["filter"]) {
  const slug = given?.slug ?? undefined;
  if (slug !== undefined && !Slug.safeParse(slug).success)
    throw badUserInput("filter.slug must be a slug, like night-sky.");
  return { statuses: domainNames(given?.statuses), slug };
}
