import { sql } from "#database/statements/sql.ts";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  ConsultingService,
  type ChangedService,
  changeableService,
  ConsultingServiceChanges,
  NewConsultingService,
  serializeServiceInFull,
  type ServiceRow,
} from "./consulting.ts";
import {
  findService,
  hasForm,
  insertService,
  isInUse,
  replaceServiceLecturers,
  lockService,
  lockServiceToDelete,
  missingLecturer,
  updateService,
  searchTermsOfService,
} from "./queries.ts";
import { requireCurrencies } from "#domain/site/school/queries.ts";
import { Availability } from "./availability.ts";

const uniqueService: Uniqueness = {
  kind: "consultingService",
  table: sql`consulting_services`,
  what: "consulting service",
  value: uniqueSlug,
  find: (context, slug) => findService(context, { slug }),
};

export const createConsultingService = operation({
  name: "createConsultingService",
  summary: "Create a consulting service",
  writes: "digital_products:write",
  input: NewConsultingService,
  output: ConsultingService,
  async run(context, { price = null, lecturerIds, ...input }) {
    await requireRelations(context, undefined, { ...input, lecturerIds });
    await requireCurrencies(context, { "/price": price });
    const isTaken = async (slug: string) => (await findService(context, { slug })) !== undefined;
    const slug = input.slug ?? (await freeSlug(context, input.name, "consulting", isTaken));
    const id = newId();
    const service = { ...input, ...priceColumns(price), id, slug, ...publication(context, input.status) };
    const derived = { ...(await htmlOf(context, service)), ...searchTermsOfService(context, service) };
    await insertUnique(context, uniqueService, service, async () => {
      if (await insertService(context, { ...service, ...derived }, context.now)) return true;
      await requireRelations(context, undefined, input);
      return false;
    });
    await replaceServiceLecturers(context, id, lecturerIds);
    return serializeServiceInFull(context, await mustExist(findService(context, { id })));
  },
});

export const updateConsultingService = operation({
  name: "updateConsultingService",
  summary: "Update a consulting service",
  description: "Publish or archive the service with `status`.",
  writes: "digital_products:write",
  input: ConsultingServiceChanges.extend({ service: ReferenceTo("consultingService") }),
  output: ConsultingService,
  async run(context, { service: reference, ...input }) {
    const existing = await requireService(context, reference);
    const before = serializeServiceInFull(context, existing);
    const changes = computePatch(changeableService, before, input);
    if (isEmptyPatch(changes)) return unchanged(before);
    await requireCurrencies(context, { "/price": changes.price }, before.price);
    await store(context, existing, changes);
    return serializeServiceInFull(context, await mustExist(findService(context, { id: existing.id })));
  },
});

export const replaceAvailability = operation({
  name: "replaceAvailability",
  summary: "Replace the availability of a consulting service",
  description: "Existing bookings are kept.",
  writes: "digital_products:write",
  input: Availability.extend({ service: ReferenceTo("consultingService") }),
  output: ConsultingService,
  async run(context, { service: reference, ...availability }) {
    const existing = await requireService(context, reference);
    const { id } = existing;
    const before = serializeServiceInFull(context, existing);
    if (isDeepStrictEqual(availability, before.availability)) return unchanged(before);
    await updateService(context, id, { availability }, context.now);
    return serializeServiceInFull(context, await mustExist(findService(context, { id })));
  },
});

export const deleteConsultingService = operation({
  name: "deleteConsultingService",
  summary: "Delete a consulting service",
  description: "Archives the service instead if it has bookings.",
  writes: "digital_products:write",
  input: z.object({ service: ReferenceTo("consultingService") }),
  output: z.object({ id: Id("consultingService"), archived: z.boolean() }),
  async run(context, { service: reference }) {
    const { id } = await requireService(context, reference, lockServiceToDelete);
    const archived = await isInUse(context, id);
    const changes = archived ? { status: "archived" as const } : { deletedAt: context.now };
    if (!archived) await endRedirectsTo(context, id);
    await updateService(context, id, changes, context.now);
    return { id, archived };
  },
});

/** Returns the service, locked. Throws unless If-Match matches its version. */
async function requireService(context: Context, reference: Reference, lock = lockService): Promise<ServiceRow> {
  const service = await lock(context, reference);
  if (!service) throw resourceNotFound("consultingService", reference);
  requireVersion(context, service);
  return service;
}

async function store(context: Context, existing: ServiceRow, changes: ChangedService): Promise<void> {
  const { price, lecturerIds, ...plain } = changes;
  await requireRelations(context, existing.id, changes);
  const changed = {
    ...plain,
    ...(price !== undefined && priceColumns(price)),
    ...(existing.publishedAt === null && publication(context, changes.status)),
  };
  const fresh = { ...(await htmlOf(context, plain)), ...searchTermsOfService(context, { ...existing, ...changed }) };
  await updateService(context, existing.id, { ...changed, ...fresh }, context.now);
  if (lecturerIds) await replaceServiceLecturers(context, existing.id, lecturerIds);
}

const priceColumns = (price: { amount: number; currency: string } | null) => ({
  priceAmount: price?.amount ?? null,
  priceCurrency: price?.currency ?? null,
});

const publication = ({ now }: Context, status: string | undefined) =>
  status === "published" ? { publishedAt: now } : {};

const htmlOf = async (context: Context, { descriptionMarkdown: text }: { descriptionMarkdown?: string | undefined }) =>
  text === undefined ? {} : { descriptionHtml: await htmlOfMarkdown(context, text, "/descriptionMarkdown") };

async function requireRelations(
  context: Context,
  exceptId: string | undefined,
  { slug, externalId, lecturerIds, intakeFormId }: ChangedService,
): Promise<void> {
  await claimUnique(context, uniqueService, exceptId, { slug, externalId });
  const missing = lecturerIds && (await missingLecturer(context, lecturerIds));
  if (missing) {
    const detail = `No lecturer has the ID ${formatId("lecturer", missing)}.`;
    throw validationFailed(`/lecturerIds/${lecturerIds.indexOf(missing)}`, "not_found", detail);
  }
  if (intakeFormId && !(await hasForm(context, intakeFormId))) {
    throw validationFailed("/intakeFormId", "not_found", `No form has the ID ${formatId("form", intakeFormId)}.`);
  }
}
