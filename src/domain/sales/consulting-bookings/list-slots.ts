import * as z from "zod";
import { findService } from "#domain/offers/consulting/queries.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { EndInServiceZone, Instant, StartInServiceZone } from "#domain/platform/time/instant.ts";
import { computedListInput, pageOfComputed } from "#domain/platform/listing/computed-list.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { availabilityOf } from "#domain/offers/consulting/consulting.ts";
import { TimeZone } from "#domain/platform/time/time-zone.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { longestDays, writtenIn } from "#lib/time/zoned-time.ts";
import { slotsOf } from "./free-slots.ts";

const maxDays = 31;

const Slots = pageSchemaOf(
  z
    .object({
      startsAt: Instant,
      endsAt: Instant,
      localStartsAt: z.string().meta({
        description: "Local time in the time zone of the service",
        examples: ["2026-03-29T10:00+02:00"],
      }),
      lecturerIds: z.array(Id("lecturer")),
    })
    .meta({ id: "ConsultingSlot" }),
).extend({ timeZone: TimeZone });

const OfService = ReferenceTo("consultingService");

const SlotsRequest = z.object({
  from: StartInServiceZone,
  to: EndInServiceZone,
  timeZone: TimeZone.optional(),
  ...computedListInput(200),
});

export const listConsultingSlots = operation({
  name: "listConsultingSlots",
  summary: "List the free slots of a consulting service",
  description: "Covers at most 31 days. In chronological order.",
  reads: "digital_products:read",
  input: SlotsRequest.extend({ service: OfService }),
  output: Slots,
  async dateZone(context, input) {
    const { data: reference } = OfService.safeParse(asRecord(input)["service"]);
    const service = reference && (await findService(context, reference));
    return service && availabilityOf(service).timeZone;
  },
  async run(context, { service: reference, from, to, timeZone, ...requested }) {
    if (to <= from) throw validationFailed("/to", "inconsistent", "The end must be after the start.");
    if (to.getTime() - from.getTime() > longestDays(maxDays)) {
      throw validationFailed("/to", "too_big", `Request at most ${maxDays} days.`);
    }
    const service = await findService(context, reference);
    if (!service) throw resourceNotFound("consultingService", reference);
    const zone = timeZone ?? availabilityOf(service).timeZone;
    const slots = await slotsOf(context, service, { startsAt: from, endsAt: to });
    const free = slots.filter(({ lecturerIds }) => lecturerIds.length > 0);
    const list = { list: "consultingSlots", service: service.id, from, to };
    const { data, page } = pageOfComputed(free, requested, list, ({ startsAt }) => startsAt.getTime());
    return {
      timeZone: zone,
      data: data.map((slot) => ({ ...slot, localStartsAt: writtenIn(zone, slot.startsAt) })),
      page,
    };
  },
});
