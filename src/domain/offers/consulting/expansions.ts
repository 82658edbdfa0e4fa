import type { Context } from "#domain/platform/context.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { itsLecturers } from "#domain/catalog/lecturers/expansions.ts";
import { ConsultingServiceSummary, serializeService } from "./consulting.ts";
import { listServicesById } from "./queries.ts";

export const serviceExpansions = { lecturers: itsLecturers };

export const itsService = named(
  {
    scope: "digital_products:read",
    item: ConsultingServiceSummary,
    find: async (context: Context, ids) =>
      (await listServicesById(context, ids)).map((service) => serializeService(context, service)),
    within: serviceExpansions,
  },
  (booking: { serviceId: string }) => booking.serviceId,
);
