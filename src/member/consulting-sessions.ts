import { availabilityOf } from "#domain/offers/consulting/consulting.ts";
import {
  type AcquiredService,
  bookingsOfGrants,
  countAcquiredServices,
  listAcquiredServices,
  meetingUrlAt,
  type OwnBooking,
} from "#domain/sales/consulting-bookings/acquired-sessions.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type LecturerCard, lecturersOfServices } from "#domain/catalog/lecturers/lecturer-cards.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf, pageFrom, readFirst } from "./connection.ts";
import { decodeTime, encodeTime } from "./cursor.ts";
import { LecturerSummary } from "./lecturer.ts";
import { Node } from "./node-interface.ts";
import { shared } from "./load-once.ts";
import { enumName } from "./wire-names.ts";

interface ServiceNode extends AcquiredService {
  lecturers: () => Promise<Map<string, LecturerCard[]>>;
  bookings: () => Promise<Map<string, OwnBooking[]>>;
}

interface BookingNode extends OwnBooking {
  timeZone: string;
}

export const bookingNode = (booking: OwnBooking, service: Pick<AcquiredService, "availability">): BookingNode => ({
  ...booking,
  timeZone: availabilityOf(service).timeZone,
});

const BookingStatus = builder.enumType("BookingStatus", {
  description: "Status of a booked session.",
  values: {
    PENDING: { description: "Not confirmed by the school yet." },
    CONFIRMED: { description: "Confirmed." },
    COMPLETED: { description: "The session took place." },
    CANCELED: { description: "The session was canceled." },
    NO_SHOW: { description: "The member did not attend." },
  },
});

const ConsultingBooking = builder.objectRef<BookingNode>("ConsultingBooking").implement({
  interfaces: [Node],
  description: "A session that the member booked.",
  fields: (t) => ({
    id: t.id({
      description: "ID of the booking (bkg_…).",
      resolve: ({ id }) => formatId("consultingBooking", id),
    }),
    status: t.field({
      type: BookingStatus,
      description: "Status of the booking.",
      resolve: ({ status }) => enumName(status),
    }),
    startsAt: t.field({ type: "DateTime", description: "Start time.", resolve: ({ startsAt }) => startsAt }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "End time." }),
    timeZone: t.exposeString("timeZone", {
      description: "Time zone of the service (IANA), e.g. Asia/Taipei.",
    }),
    meetingUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Meeting URL. Available only for a confirmed booking, from 24 hours before it starts.",
      resolve: (booking, _args, { now }) => meetingUrlAt(booking, now),
    }),
  }),
});
const ServiceType = builder.objectRef<ServiceNode>("PurchasedConsultingService");
ServiceType.implement({
  interfaces: [Node],
  description: "Sessions of a consulting service that the member has. Contains no purchase details.",
  fields: (t) => ({
    id: t.id({ description: "ID of the grant (cgr_…).", resolve: ({ id }) => formatId("consultingGrant", id) }),
    slug: t.exposeString("slug", { description: "URL slug of the service." }),
    name: t.exposeString("name", { description: "Name of the service." }),
    url: t.field({
      type: "URL",
      description: "URL of the service page.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/consulting/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Image of the service. Currently always null.",
      resolve: () => null,
    }),
    acquiredAt: t.field({
      type: "DateTime",
      description: "When the member received the sessions.",
      resolve: ({ acquiredAt }) => acquiredAt,
    }),
    expireDate: t.field({
      type: "DateTime",
      nullable: true,
      description: "When unused sessions expire. Null: never.",
      resolve: ({ expiresAt }) => expiresAt,
    }),
    sessionsTotal: t.exposeInt("sessionsTotal", { description: "Number of sessions granted." }),
    sessionsUsed: t.exposeInt("sessionsUsed", { description: "Number of sessions used." }),
    lecturers: t.field({
      type: [LecturerSummary],
      description: "The lecturers of the service, in display order.",
      resolve: async ({ serviceId, lecturers }) => (await lecturers()).get(serviceId) ?? [],
    }),
    bookings: t.field({
      type: [ConsultingBooking],
      description:
        "The member's bookings, at most 100: upcoming ones first in chronological order, then past ones, latest first. " +
        "A booking without a grant is listed with the newest grant of the service.",
      resolve: async (service) =>
        ((await service.bookings()).get(service.id) ?? []).map((booking) => bookingNode(booking, service)),
    }),
  }),
});

export const ConsultingServiceConnection = connectionOf("PurchasedConsultingService", ServiceType);

interface Arguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const list = { list: "consultingServices" };

export async function consultingServicesOf(context: MemberContext, memberId: string, args: Arguments) {
  const first = readFirst(args.first);
  const position = decodeTime(args.after, list);
  const after = position && { acquiredAt: position.at, id: position.id };
  return pageFrom(await consultingServiceNodes(context, memberId, { first: first + 1, after }), first, {
    after: args.after,
    cursorOf: ({ acquiredAt, id }) => encodeTime({ at: acquiredAt, id }, list),
    totalCount: () => countAcquiredServices(context, memberId),
  });
}

export async function consultingServiceNodes(
  context: MemberContext,
  memberId: string,
  requested: Parameters<typeof listAcquiredServices>[2],
): Promise<ServiceNode[]> {
  const rows = await listAcquiredServices(context, memberId, requested);
  const serviceIds = rows.map(({ serviceId }) => serviceId);
  const lecturers = shared(() => lecturersOfServices(context, serviceIds));
  const bookings = shared(() => bookingsOfGrants(context, memberId, rows, context.now));
  return rows.map((row) => ({ ...row, lecturers, bookings }));
}
