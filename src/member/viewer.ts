import { formatId } from "#domain/platform/ids.ts";
import { listSchools } from "#domain/people/members/own-sites.ts";
import { findLocale } from "#domain/messages/notifications/queries.ts";
import type { TokenStatus } from "#oauth/token-status.ts";
import { pictureAddress } from "./addresses.ts";
import { builder } from "./builder.ts";
import { pageArguments } from "./connection.ts";
import { ConsultingServiceConnection, consultingServicesOf } from "./consulting-sessions.ts";
import { DigitalProductConnection, digitalProductsOf } from "./digital-product.ts";
import { EnrolledCourseConnection } from "./enrolled-course.ts";
import { EnrolledCourseFilter, enrolledCoursesOf } from "./enrolled-courses.ts";
import { EventRegistrationConnection, EventRegistrationFilter, eventRegistrationsOf } from "./event-registration.ts";
import { Node } from "./node-interface.ts";
import { SchoolMembership } from "./school.ts";

/** The member in the format of the schema. */
interface ViewerNode {
  id: string;
  name: string | null;
  email: string;
  pictureFileId: string | null;
  memberId: string;
}

export const viewerNode = ({ memberId, name, email, pictureFileId }: TokenStatus): ViewerNode => ({
  id: formatId("member", memberId),
  name,
  email,
  pictureFileId,
  memberId,
});

const Viewer = builder.objectRef<ViewerNode>("Viewer").implement({
  interfaces: [Node],
  description: "The signed-in member and their data at this site.",
  fields: (t) => ({
    id: t.exposeID("id", {
      description:
        "ID of the member at this site (mbr_…). Equals the `sub` claim and the member ID of the operator API.",
    }),
    name: t.exposeString("name", { nullable: true, description: "Null if the member has no name on record." }),
    email: t.exposeString("email", { description: "The member's sign-in address." }),
    pictureUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Profile picture. Null if there is none.",
      resolve: ({ pictureFileId }, _args, { site }) => pictureAddress(site, pictureFileId),
    }),
    locale: t.field({
      type: "Locale",
      nullable: true,
      description: "The language that the member chose. Null if they chose none.",
      resolve: async ({ memberId }, _args, context) => (await findLocale(context, memberId)) ?? null,
    }),
    schools: t.field({
      type: [SchoolMembership],
      description: "Every site of this installation where the viewer has a role. This site first, then by name.",
      resolve: ({ memberId }, _args, context) => listSchools(context, memberId),
    }),
    enrolledCourses: t.field({
      type: EnrolledCourseConnection,
      nullable: true,
      description: "Courses that the member is enrolled in, most recent activity first.",
      args: { ...pageArguments(t.arg), filter: t.arg({ type: EnrolledCourseFilter, description: "Filters." }) },
      resolve: ({ memberId }, args, context) => enrolledCoursesOf(context, memberId, args),
    }),
    digitalProducts: t.field({
      type: DigitalProductConnection,
      nullable: true,
      description: "Digital products that the member has, newest first.",
      args: pageArguments(t.arg),
      resolve: ({ memberId }, args, context) => digitalProductsOf(context, memberId, args),
    }),
    consultingServices: t.field({
      type: ConsultingServiceConnection,
      nullable: true,
      description: "Consulting services that the member has sessions of, newest first.",
      args: pageArguments(t.arg),
      resolve: ({ memberId }, args, context) => consultingServicesOf(context, memberId, args),
    }),
    eventRegistrations: t.field({
      type: EventRegistrationConnection,
      nullable: true,
      description:
        "Events that the member registered for: upcoming ones first in chronological order, then past ones, latest first.",
      args: {
        ...pageArguments(t.arg),
        filter: t.arg({ type: EventRegistrationFilter, description: "Filters." }),
      },
      resolve: ({ memberId }, args, context) => eventRegistrationsOf(context, memberId, args),
    }),
  }),
});

builder.queryField("viewer", (t) =>
  t.field({
    type: Viewer,
    description: "The signed-in member. Requires account:read.",
    resolve: (_root, _args, { tokenStatus }) => viewerNode(tokenStatus),
  }),
);
