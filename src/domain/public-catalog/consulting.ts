import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { availabilityOf, ConsultingService } from "#domain/offers/consulting/consulting.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { firstFreeSlot, slotsOf } from "#domain/sales/consulting-bookings/free-slots.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { Money, ReferenceTo, moneyOf } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { EndInZone, Instant, StartInZone } from "#domain/platform/time/instant.ts";
import { equalTo, withPredicate } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { TimeZone } from "#domain/platform/time/time-zone.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { portraitsOf } from "./lecturers.ts";
import { longestDays, writtenIn } from "#lib/time/zoned-time.ts";

const PublicConsultingServiceSummary = z.object({
  id: Id("consultingService"),
  slug: z.string(),
  name: z.string(),
  /** Null if the service is free. */
  price: Money.nullable(),
  durationMinutes: z.number().int().min(1),
  sessionsIncluded: z.number().int().min(1),
  format: ConsultingService.shape.format,
  url: z.string(),
});
export type PublicConsultingServiceSummary = z.output<typeof PublicConsultingServiceSummary>;

const PublicConsultingService = versioned(
  PublicConsultingServiceSummary.extend({
    descriptionMarkdown: z.string(),
    location: z.string().nullable(),
    cancellationHours: z.number().int().min(0),
    lecturers: z.array(
      z.object({ id: Id("lecturer"), slug: z.string(), name: z.string(), title: z.string().nullable() }),
    ),
    timeZone: TimeZone,
    /** The first bookable slots. */
    slots: z.array(z.object({ startsAt: Instant, endsAt: Instant, localStartsAt: z.string() })),
  }),
);

interface Row extends Omit<z.output<typeof PublicConsultingServiceSummary>, "price" | "url"> {
  priceAmount: number | null;
  priceCurrency: string | null;
  createdAt: Date;
}

const columns: Sql = sql`
  consulting_services.id, consulting_services.slug, consulting_services.name, consulting_services.price_amount,
  consulting_services.price_currency, consulting_services.duration_minutes, consulting_services.sessions_included,
  consulting_services.format, consulting_services.created_at`;

/** Condition for services in the public catalog. */
export const isListedService = sql`
  consulting_services.status = 'published' and consulting_services.deleted_at is null`;

const listed = {
  ...withPredicate(
    equalTo(sql`consulting_services.status`, sql`'published'`),
    sql`consulting_services.deleted_at is null`,
  ),
  condition: isListedService,
};

const services = listing<Row>({
  kind: "consultingService",
  table: sql`consulting_services`,
  columns,
  searchable: true,
  keepsDeleted: false,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", name: "text" },
  filters: {},
});

export const browseConsultingServices = operation({
  name: "browseConsultingServices",
  summary: "List public consulting services",
  reads: forAnyone,
  input: services.input.extend({ limit: z.number().int().min(1).max(100).default(20) }),
  output: pageSchemaOf(PublicConsultingServiceSummary),
  run: async (context, input) =>
    mapPage(await services.page(context, input, { confine: [listed] }), (row) => serialize(context, row)),
});

const day = 86_400_000;
const [defaultDays, maxDays, maxSlots] = [14, 31, 200];

export const showConsultingService = operation({
  name: "showConsultingService",
  summary: "Retrieve a public consulting service",
  description: "Includes the free slots.",
  reads: forAnyone,
  input: z.object({
    service: ReferenceTo("consultingService"),
    from: StartInZone.optional().meta({ description: "Start of the period. Default: now." }),
    to: EndInZone.optional().meta({
      description: "End of the period, exclusive. At most 31 days after the start. Default: 14 days after the start.",
    }),
    timeZone: TimeZone.optional(),
  }),
  output: PublicConsultingService,
  async run(context, { service: reference, from = context.now, to, timeZone }) {
    const service = await findService(context, reference);
    if (service?.status !== "published") {
      throw notFound("consulting service", "id" in reference ? "with this ID" : reference.slug);
    }
    const end = to ?? new Date(from.getTime() + defaultDays * day);
    if (end <= from || end.getTime() - from.getTime() > longestDays(maxDays)) {
      throw validationFailed(
        "/to",
        "out_of_range",
        `The end must be after the start and at most ${maxDays} days later.`,
      );
    }
    const zone = timeZone ?? availabilityOf(service).timeZone;
    const slots = (await slotsOf(context, service, { startsAt: from, endsAt: end }))
      .filter(({ lecturerIds }) => lecturerIds.length > 0)
      .slice(0, maxSlots)
      .map((slot) => ({ ...slot, localStartsAt: writtenIn(zone, slot.startsAt) }));
    const lecturers = await lecturersOf(context, service.id);
    return { ...serialize(context, service), lecturers, timeZone: zone, slots };
  },
});

/** Services of a list whose next free time is looked up: each one reads the calendars of its lecturers. */
const maxLookedUp = 12;

export const showNextTimes = operation({
  name: "showNextTimes",
  summary: "Find free times and lecturers of consulting services",
  description: "Looks two weeks ahead, for the first 12 services.",
  reads: forAnyone,
  input: z.object({ services: z.array(Id("consultingService")).max(100) }),
  output: z.object({
    data: z.array(
      z.object({
        id: Id("consultingService"),
        lecturers: z.array(z.object({ name: z.string(), pictureUrl: z.string().nullable() })),
        /** Null if no time is free in the next two weeks. */
        next: z.object({ startsAt: Instant, endsAt: Instant, timeZone: TimeZone }).nullable(),
      }),
    ),
  }),
  async run(context, { services: ids }) {
    const until = new Date(context.now.getTime() + defaultDays * day);
    const data = await Promise.all(
      ids.slice(0, maxLookedUp).map(async (id) => {
        const giving = { teaching: sql`consulting_service_lecturers`, key: sql`service_id`, id };
        const [service, lecturers] = await Promise.all([findService(context, { id }), portraitsOf(context, giving)]);
        if (service?.status !== "published") return undefined;
        const free = await firstFreeSlot(context, service, { startsAt: context.now, endsAt: until });
        const { timeZone } = availabilityOf(service);
        const next = free ? { startsAt: free.startsAt, endsAt: free.endsAt, timeZone } : null;
        return { id, lecturers, next };
      }),
    );
    return { data: data.filter((found) => found !== undefined) };
  },
});

function serialize<Input extends Row>({ site }: SiteScope, { priceAmount, priceCurrency, ...service }: Input) {
  return { ...service, price: moneyOf(priceAmount, priceCurrency), url: `${site.origin}/consulting/${service.slug}` };
}

const lecturersOf = ({ db, site }: Context, serviceId: string) =>
  db.many<{ id: string; slug: string; name: string; title: string | null }>`
    select lecturers.id, lecturers.slug, lecturers.name, lecturers.title
      from consulting_service_lecturers giving
      join lecturers on lecturers.site_id = giving.site_id and lecturers.id = giving.lecturer_id
     where giving.site_id = ${site.id} and giving.service_id = ${serviceId}
       and lecturers.visible and lecturers.deleted_at is null
     order by giving.position`;
