import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { Changed } from "#domain/platform/merge-patch/compute-patch.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ExternalId, Html, Markdown, Metadata, Money, moneyOf, Name, Slug } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { Availability } from "./availability.ts";

export const serviceStatuses = ["draft", "published", "archived"] as const;

const writableService = {
  name: Name,
  slug: Slug,
  descriptionMarkdown: Markdown,
  /** Null if the service is free. */
  price: Money.nullable(),
  durationMinutes: z.number().int().min(5).max(1440),
  sessionsIncluded: z.number().int().min(1).max(1000),
  lecturerIds: z.array(Id("lecturer")).min(1, "Expected at least one lecturer.").max(50),
  format: z.enum(["online", "in_person", "phone"]),
  location: trimmed().max(500).nullable(),
  intakeFormId: Id("form").nullable(),
  cancellationHours: z.number().int().min(0).max(2160),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A consulting service: bookable time with a lecturer. */
export const ConsultingService = versionedResource("consultingService", {
  ...writableService,
  descriptionHtml: Html,
  status: z.enum(serviceStatuses),
  availability: Availability,
  publishedAt: Instant.nullable(),
  /** Public address of the service page. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const ConsultingServiceSummary = ConsultingService.omit({
  descriptionMarkdown: true,
  descriptionHtml: true,
  availability: true,
}).meta({ id: "ConsultingServiceSummary" });

export const NewConsultingService = z
  .object({ ...writableService, status: z.enum(["draft", "published"]), availability: Availability })
  .partial()
  .required({ name: true, durationMinutes: true, lecturerIds: true });

export const changeableService = { ...writableService, status: z.enum(serviceStatuses) };
export const ConsultingServiceChanges = patchSchemaOf(changeableService);
export type ChangedService = Changed<typeof changeableService>;

/** A stored service. */
export interface ServiceRow extends Omit<
  z.output<typeof ConsultingService>,
  "object" | "url" | "price" | "availability"
> {
  priceAmount: number | null;
  priceCurrency: string | null;
  /** Empty if no availability is set. Such a service cannot be booked. */
  availability: Availability | Record<string, never>;
  version: number;
  deletedAt: Date | null;
}

export type ListedService = Omit<ServiceRow, "descriptionMarkdown" | "descriptionHtml" | "availability" | "deletedAt">;

/** Serializes a service and adds the fields derived from its row and the site. */
export function serializeService<Row extends ListedService>({ site }: SiteScope, row: Row) {
  const { priceAmount, priceCurrency, ...service } = row;
  return {
    ...service,
    object: "consulting_service" as const,
    price: moneyOf(priceAmount, priceCurrency),
    url: `${site.origin}/consulting/${row.slug}`,
  };
}

export const serializeServiceInFull = (scope: SiteScope, row: ServiceRow) => ({
  ...serializeService(scope, row),
  availability: availabilityOf(row),
});

export const availabilityOf = ({ availability }: Pick<ServiceRow, "availability">): Availability =>
  Availability.parse({ timeZone: "UTC", ...availability });
