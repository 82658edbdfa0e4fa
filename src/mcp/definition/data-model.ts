import { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { pricesInSchema } from "../calls/prices.ts";
import { showCourse } from "#domain/public-catalog/courses/courses.ts";
import { showDigitalProduct } from "#domain/public-catalog/digital-products.ts";
import { showEvent } from "#domain/public-catalog/events.ts";
import type { ItemKind } from "#domain/public-catalog/search/item-kinds.ts";
import { showLecturer } from "#domain/public-catalog/lecturers.ts";
import { showMembershipPlan } from "#domain/public-catalog/membership-plans.ts";
import { showPage } from "#domain/public-catalog/pages/pages.ts";
import { showPost } from "#domain/public-catalog/posts/posts.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";

const publicOperations: Record<ItemKind, Operation> = {
  course: showCourse,
  event: showEvent,
  membership_plan: showMembershipPlan,
  digital_product: showDigitalProduct,
  consulting_service: showConsultingService,
  post: showPost,
  page: showPage,
  lecturer: showLecturer,
};

let cached: string | undefined;

/** Returns the JSON Schema of every catalog item kind, taken from the output of its public operation. */
export const dataModel = (): string =>
  (cached ??= JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    description:
      "IDs begin with a three-letter prefix for the resource type. Timestamps are RFC 3339 in UTC. Prices are decimal strings in the major unit of their currency.",
    $defs: Object.fromEntries(
      Object.entries(publicOperations).map(([kind, { output, summary }]) => [
        kind,
        { description: summary, ...pricesInSchema(inlineJsonSchemaOf(output)) },
      ]),
    ),
  }));
