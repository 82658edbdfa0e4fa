import { countEnrolledCourses, listEnrolledCourses } from "#domain/enrollments/enrolled-courses.ts";
import { formatId } from "#domain/ids.ts";
import { listSchools } from "#domain/members/schools.ts";
import type { TokenStanding } from "#oauth/token-standing.ts";
import { builder } from "./builder.ts";
import { pageArguments, pageFrom, requireFirst } from "./connection.ts";
import { decodePosition, EnrolledCourseConnection, enrolledCourseNode, encodePosition } from "./enrolled-course.ts";
import { SchoolMembership } from "./school.ts";

/** The member as the API shows them. */
interface ViewerNode {
  id: string;
  name: string | null;
  email: string;
  memberId: string;
}

const viewerNode = ({ memberId, name, email }: TokenStanding): ViewerNode => ({
  id: formatId("member", memberId),
  name,
  email,
  memberId,
});

const Viewer = builder.objectRef<ViewerNode>("Viewer").implement({
  description: "The signed-in member",
  fields: (t) => ({
    id: t.exposeID("id", { description: "Member identifier at this site; equals the sub claim" }),
    name: t.exposeString("name", { nullable: true, description: "Null when the member never gave one" }),
    email: t.exposeString("email"),
    schools: t.field({
      type: [SchoolMembership],
      description: "Every site of this installation at which the viewer holds a role; this site first, then by name",
      resolve: ({ memberId }, _args, context) => listSchools(context, memberId),
    }),
    enrolledCourses: t.field({
      type: EnrolledCourseConnection,
      description: "Courses the member is enrolled in, by last activity, newest first",
      args: {
        first: t.arg.int({ defaultValue: pageArguments.first, required: true, description: "1 to 100" }),
        after: t.arg.string({ description: "endCursor of the page before" }),
      },
      async resolve({ memberId }, args, context) {
        const first = requireFirst(args.first);
        const after = args.after ? decodePosition(args.after) : undefined;
        const rows = await listEnrolledCourses(context, memberId, { first: first + 1, after }, context.now);
        const totalCount = () => countEnrolledCourses(context, memberId, {}, context.now);
        return pageFrom(rows.map(enrolledCourseNode), first, { cursorOf: encodePosition, totalCount });
      },
    }),
  }),
});

builder.queryField("viewer", (t) =>
  t.field({
    type: Viewer,
    description: "The signed-in member. Scope account:read",
    resolve: (_root, _args, { standing }) => viewerNode(standing),
  }),
);
