import { getNotification } from "#domain/messages/notifications/operations.ts";
import { listOwnRegistrations } from "#domain/events/event-registrations/own-registrations.ts";
import { listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import { listSchools } from "#domain/people/members/own-sites.ts";
import { findLecturerCard } from "#domain/catalog/lecturers/lecturer-cards.ts";
import { formatId, type IdKind, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { findOwnBooking } from "#domain/sales/consulting-bookings/acquired-sessions.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { builder, type MemberContext } from "./builder.ts";
import { bookingNode, consultingServiceNodes } from "./consulting-sessions.ts";
import { digitalProductNodes } from "./digital-product.ts";
import { enrolledCourseNodes } from "./enrolled-course.ts";
import { badUserInput, codedError } from "./errors.ts";
import { asNode, Node } from "./node-interface.ts";
import { viewerNode } from "./viewer.ts";

interface NodeType {
  typeName: string;
  /** Returns the object if it belongs to the member or is public. */
  find: (context: MemberContext, id: string) => Promise<object | undefined>;
}

const nodeTypes = {
  member: {
    typeName: "Viewer",
    find: async ({ tokenStatus }, id) => (tokenStatus.memberId === id ? viewerNode(tokenStatus) : undefined),
  },
  site: {
    typeName: "SchoolMembership",
    find: async (context, id) =>
      (await listSchools(context, context.tokenStatus.memberId)).find((school) => school.id === id),
  },
  enrollment: {
    typeName: "EnrolledCourse",
    async find(context, id) {
      const { memberId } = context.tokenStatus;
      const courses = await listEnrolledCourses(context, memberId, { first: 1, id }, context.now);
      return enrolledCourseNodes(context, courses)[0];
    },
  },
  digitalProductGrant: {
    typeName: "PurchasedDigitalProduct",
    find: async (context, id) =>
      (await digitalProductNodes(context, context.tokenStatus.memberId, { first: 1, id }))[0],
  },
  consultingGrant: {
    typeName: "PurchasedConsultingService",
    find: async (context, id) =>
      (await consultingServiceNodes(context, context.tokenStatus.memberId, { first: 1, id }))[0],
  },
  consultingBooking: {
    typeName: "ConsultingBooking",
    async find(context, id) {
      const booking = await findOwnBooking(context, context.tokenStatus.memberId, id);
      return booking && bookingNode(booking, booking);
    },
  },
  eventRegistration: {
    typeName: "EventRegistration",
    async find(context, id) {
      const { memberId } = context.tokenStatus;
      return (await listOwnRegistrations(context, memberId, { first: 1, id }, context.now))[0];
    },
  },
  notification: {
    typeName: "Notification",
    find: (context, id) => perform(getNotification, context, { id: formatId("notification", id) }),
  },
  lecturer: { typeName: "LecturerSummary", find: findLecturerCard },
} satisfies Partial<Record<IdKind, NodeType>>;

builder.queryField("node", (t) =>
  t.field({
    type: Node,
    nullable: true,
    description:
      "The object with this ID, if it belongs to the member or is public. Otherwise null, with the error NOT_FOUND. " +
      "Requires account:read.",
    args: { id: t.arg.id({ required: true, description: "ID of an object of a type that implements Node." }) },
    async resolve(_root, { id }, context) {
      const { typeName, find, uuid } = parseNodeId(id);
      const found = await find(context, uuid);
      if (!found) throw codedError("NOT_FOUND", "The member can see no object with this ID.");
      return asNode(typeName, found);
    },
  }),
);

function parseNodeId(id: string): NodeType & { uuid: string } {
  for (const kind of typedKeys(nodeTypes)) {
    const uuid = parseId(kind, id);
    if (uuid !== undefined) return { ...nodeTypes[kind], uuid };
  }
  const names = Object.values(nodeTypes).map(({ typeName }) => typeName);
  throw badUserInput(`id must be the ID of one of these types: ${names.join(", ")}.`);
}
