import { formatId } from "#domain/ids.ts";
import { listSchools } from "#domain/members/schools.ts";
import { findLocale } from "#domain/notifications/queries.ts";
import type { TokenStanding } from "#oauth/token-standing.ts";
import { builder } from "./builder.ts";
import { pageArguments } from "./connection.ts";
import { ConsultingServiceConnection, consultingServicesOf } from "./consulting-sessions.ts";
import { DigitalProductConnection, digitalProductsOf } from "./digital-product.ts";
import { EnrolledCourseConnection } from "./enrolled-course.ts";
import { EnrolledCourseFilter, enrolledCoursesOf } from "./enrolled-courses.ts";
import { EventRegistrationConnection, EventRegistrationFilter, eventRegistrationsOf } from "./event-registration.ts";
import { SchoolMembership } from "./school.ts";

/** The member as the API shows them. */
interface ViewerNode {
  id: string;
  name: string | null;
  email: string;
  pictureUrl: string | null;
  memberId: string;
}

const viewerNode = ({ memberId, name, email, pictureUrl }: TokenStanding): ViewerNode => ({
  id: formatId("member", memberId),
  name,
  email,
  pictureUrl,
  memberId,
});

const Viewer = builder.objectRef<ViewerNode>("Viewer").implement({
  description: "The signed-in member: who they are at this site, and what they have there.",
  fields: (t) => ({
    id: t.exposeID("id", {
      description: "Id of the member at this site (mbr_…): equals the `sub` claim and the operator API's member id.",
    }),
    name: t.exposeString("name", { nullable: true, description: "Null when the member never gave one." }),
    email: t.exposeString("email", { description: "The address that the member signs in with." }),
    pictureUrl: t.expose("pictureUrl", {
      type: "URL",
      nullable: true,
      description: "A picture of the member; null where there is none.",
    }),
    locale: t.field({
      type: "Locale",
      nullable: true,
      description: "The language that the member has chosen; null where they have not.",
      resolve: async ({ memberId }, _args, context) => (await findLocale(context, memberId)) ?? null,
    }),
    schools: t.field({
      type: [SchoolMembership],
      description: "Every site of this installation at which the viewer holds a role; this site first, then by name.",
      resolve: ({ memberId }, _args, context) => listSchools(context, memberId),
    }),
    enrolledCourses: t.field({
      type: EnrolledCourseConnection,
      description: "Courses the member is enrolled in, by last activity, newest first.",
      args: { ...pageArguments(t.arg), filter: t.arg({ type: EnrolledCourseFilter, description: "Which to list." }) },
      resolve: ({ memberId }, args, context) => enrolledCoursesOf(context, memberId, args),
    }),
    digitalProducts: t.field({
      type: DigitalProductConnection,
      description: "Digital products the member has, newest first.",
      args: pageArguments(t.arg),
      resolve: ({ memberId }, args, context) => digitalProductsOf(context, memberId, args),
    }),
    consultingServices: t.field({
      type: ConsultingServiceConnection,
      description: "Sessions of consulting services the member has, newest first.",
      args: pageArguments(t.arg),
      resolve: ({ memberId }, args, context) => consultingServicesOf(context, memberId, args),
    }),
    eventRegistrations: t.field({
      type: EventRegistrationConnection,
      description:
        "Events the member registered for: what is to come first, the soonest first, then what is over, the latest first.",
      args: {
        ...pageArguments(t.arg),
        filter: t.arg({ type: EventRegistrationFilter, description: "Which to list." }),
      },
      resolve: ({ memberId }, args, context) => eventRegistrationsOf(context, memberId, args),
    }),
  }),
});

builder.queryField("viewer", (t) =>
  t.field({
    type: Viewer,
    description: "The signed-in member. Scope account:read.",
    resolve: (_root, _args, { standing }) => viewerNode(standing),
  }),
);
