import { showConsultingService } from "#domain/catalog/public-catalog/consulting.ts";
import { showCourse } from "#domain/catalog/public-catalog/courses.ts";
import { showDigitalProduct } from "#domain/catalog/public-catalog/digital-products.ts";
import { showEvent } from "#domain/catalog/public-catalog/events.ts";
import type { ItemKind } from "#domain/catalog/public-catalog/item-kinds.ts";
import { showLecturer } from "#domain/catalog/public-catalog/lecturers.ts";
import { showMembershipPlan } from "#domain/catalog/public-catalog/membership-plans.ts";
import { showPage } from "#domain/catalog/public-catalog/pages.ts";
import { showPost } from "#domain/catalog/public-catalog/posts.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";

const shown: Record<ItemKind, Operation> = {
  course: showCourse,
  event: showEvent,
  membership_plan: showMembershipPlan,
  digital_product: showDigitalProduct,
  consulting_service: showConsultingService,
  post: showPost,
  page: showPage,
  lecturer: showLecturer,
};

let written: string | undefined;

/** The things of the catalog by what shows them: the schema of each is that of the operation's answer. */
export const dataModel = (): string =>
  (written ??= JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    description:
      "Ids begin with three letters for what they are of. Moments are RFC 3339 in UTC. Amounts of money are in the minor unit of their currency.",
    $defs: Object.fromEntries(
      Object.entries(shown).map(([kind, { output, summary }]) => [
        kind,
        { description: summary, ...inlineJsonSchemaOf(output) },
      ]),
    ),
  }));
