import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf, joinedToAny, range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import {
  ConsultingService,
  ConsultingServiceSummary,
  type ListedService,
  serializeService,
  serializeServiceInFull,
  serviceStatuses,
} from "./consulting.ts";
import { findService, summaryColumns } from "./queries.ts";

const services = listing<ListedService>({
  kind: "consultingService",
  table: sql`consulting_services`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", name: "text" },
  filters: {
    status: anyOf(z.enum(serviceStatuses), sql`consulting_services.status`),
    lecturerId: joinedToAny(Id("lecturer"), {
      column: sql`consulting_services.id`,
      table: sql`consulting_service_lecturers`,
      by: sql`consulting_service_lecturers.service_id`,
      key: sql`consulting_service_lecturers.lecturer_id`,
    }),
    updatedAt: range(Instant, sql`consulting_services.updated_at`),
  },
});

export const listConsultingServices = operation({
  name: "listConsultingServices",
  summary: "List consulting services",
  description: "Includes drafts.",
  reads: "digital_products:read",
  input: services.input,
  output: pageSchemaOf(ConsultingServiceSummary),
  run: async (context, input) =>
    mapPage(await services.page(context, input), (service) => serializeService(context, service)),
});

export const getConsultingService = operation({
  name: "getConsultingService",
  summary: "Retrieve a consulting service",
  description: "Includes its availability.",
  reads: "digital_products:read",
  input: z.object({ service: ReferenceTo("consultingService") }),
  output: ConsultingService,
  async run(context, { service: reference }) {
    const service = await findService(context, reference);
    if (!service) throw resourceNotFound("consultingService", reference);
    return serializeServiceInFull(context, service);
  },
});
