import { availabilityOf } from "#domain/consulting/consulting.ts";
import {
  type AcquiredService,
  bookingsOfGrants,
  countAcquiredServices,
  listAcquiredServices,
  meetingUrlAt,
  type OwnBooking,
} from "#domain/consulting-bookings/acquired-sessions.ts";
import { formatId } from "#domain/ids.ts";
import { type LecturerCard, lecturersOfServices } from "#domain/lecturers/lecturer-cards.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf, pageFrom, readFirst } from "./connection.ts";
import { decodeTime, encodeTime } from "./cursor.ts";
import { LecturerSummary } from "./lecturer.ts";
import { shared } from "./shared.ts";
import { enumName } from "./wire-names.ts";

interface ServiceNode extends AcquiredService {
  lecturers: () => Promise<Map<string, LecturerCard[]>>;
  bookings: () => Promise<Map<string, OwnBooking[]>>;
}

const BookingStatus = builder.enumType("BookingStatus", {
  description: "How a booked session stands.",
  values: {
    PENDING: { description: "The school has not confirmed it yet." },
    CONFIRMED: { description: "It takes place." },
    COMPLETED: { description: "It took place." },
    CANCELED: { description: "It does not take place." },
    NO_SHOW: { description: "The member did not come." },
  },
});

const ConsultingBooking = builder.objectRef<OwnBooking & { timeZone: string }>("ConsultingBooking").implement({
  description: "A session that the member has booked.",
  fields: (t) => ({
    id: t.id({
      description: "Id of the booking (bkg_…).",
      resolve: ({ id }) => formatId("consultingBooking", id),
    }),
    status: t.field({
      type: BookingStatus,
      description: "How it stands.",
      resolve: ({ status }) => enumName(status),
    }),
    startsAt: t.field({
      type: "DateTime",
      description: "When it begins.",
      resolve: ({ startsAt }) => startsAt.toISOString(),
    }),
    endsAt: t.field({
      type: "DateTime",
      description: "When it ends.",
      resolve: ({ endsAt }) => endsAt.toISOString(),
    }),
    timeZone: t.exposeString("timeZone", {
      description: "Where the service is given: the name of a time zone (IANA), e.g. Asia/Taipei.",
    }),
    meetingUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Where to meet online. Only for a confirmed booking, from 24 hours before it begins.",
      resolve: (booking, _args, { now }) => meetingUrlAt(booking, now),
    }),
  }),
});

const ServiceType = builder.objectRef<ServiceNode>("PurchasedConsultingService");
ServiceType.implement({
  description:
    "Sessions of a consulting service that the member has. What they have access to, and nothing of how they came by it.",
  fields: (t) => ({
    id: t.id({
      description: "Id of what the member was given (cgr_…).",
      resolve: ({ id }) => formatId("consultingGrant", id),
    }),
    slug: t.exposeString("slug", { description: "The service's own part of its address." }),
    name: t.exposeString("name", { description: "What the service is called." }),
    url: t.field({
      type: "URL",
      description: "The page of the service.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/consulting/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "A picture of the service. Services have none at present: always null.",
      resolve: () => null,
    }),
    acquiredAt: t.field({
      type: "DateTime",
      description: "Since when the member has the sessions.",
      resolve: ({ acquiredAt }) => acquiredAt.toISOString(),
    }),
    expireDate: t.field({
      type: "DateTime",
      nullable: true,
      description: "Until when sessions can be used; null: without an end.",
      resolve: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
    }),
    sessionsTotal: t.exposeInt("sessionsTotal", { description: "How many sessions the member was given." }),
    sessionsUsed: t.exposeInt("sessionsUsed", { description: "How many of them are used." }),
    lecturers: t.field({
      type: [LecturerSummary],
      description: "Who gives the service, in the order in which the school shows them.",
      resolve: async ({ serviceId, lecturers }) => (await lecturers()).get(serviceId) ?? [],
    }),
    bookings: t.field({
      type: [ConsultingBooking],
      description:
        "The member's own bookings, at most 100: those to come first, the soonest first, then those that are over, the " +
        "latest first. A booking that was made without naming a purchase stands with the newest one of the service.",
      async resolve(service) {
        const { timeZone } = availabilityOf(service);
        return ((await service.bookings()).get(service.id) ?? []).map((booking) => ({ ...booking, timeZone }));
      },
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
  const rows = await listAcquiredServices(context, memberId, { first: first + 1, after });
  const serviceIds = rows.map(({ serviceId }) => serviceId);
  const lecturers = shared(() => lecturersOfServices(context, serviceIds));
  const bookings = shared(() => bookingsOfGrants(context, memberId, rows, context.now));
  return pageFrom(
    rows.map((row) => ({ ...row, lecturers, bookings })),
    first,
    {
      cursorOf: ({ acquiredAt, id }) => encodeTime({ at: acquiredAt, id }, list),
      totalCount: () => countAcquiredServices(context, memberId),
    },
  );
}
