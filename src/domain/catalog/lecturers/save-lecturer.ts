import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { outcomeOf, unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { missingRelations } from "#domain/catalog/courses/relations.ts";
import { ExternalId, type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { requireNewFiles } from "#domain/files/files/references/require-files.ts";
import { findOrCreate } from "#domain/platform/find-or-create.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { findByExternalId } from "#domain/platform/external-ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import {
  Lecturer,
  LecturerChanges,
  type LecturerRecord,
  NewLecturerFields,
  serializeLecturer,
  writableLecturer,
} from "./lecturer.ts";
import {
  findLecturer,
  findLecturerOfMember,
  insertLecturer,
  lockLecturer,
  orderLecturers,
  updateLecturer as storeLecturer,
} from "./queries.ts";

const uniqueLecturer: Uniqueness = {
  kind: "lecturer",
  table: sql`lecturers`,
  what: "lecturer",
  value: uniqueSlug,
  find: (context, slug) => findLecturer(context, { slug }),
};

export const createLecturer = operation({
  name: "createLecturer",
  summary: "Create a lecturer",
  writes: "lecturers:write",
  input: NewLecturerFields,
  output: Lecturer,
  run: (context, fields) => create(context, fields),
  emits: "lecturer.created",
});

export const updateLecturer = operation({
  name: "updateLecturer",
  summary: "Update a lecturer",
  writes: "lecturers:write",
  input: LecturerChanges.extend({ lecturer: ReferenceTo("lecturer") }),
  output: Lecturer,
  async run(context, { lecturer: reference, ...changes }) {
    return change(context, await requireLecturer(context, reference), changes);
  },
  emits: "lecturer.updated",
});

export const upsertLecturer = operation({
  name: "upsertLecturer",
  summary: "Create or update a lecturer by external ID",
  writes: "lecturers:write",
  input: NewLecturerFields.extend({ externalId: ExternalId }),
  output: versioned(Lecturer.extend({ created: z.boolean() })),
  async run(context, { externalId, ...fields }) {
    const found = await findOrCreate(
      context,
      () => findByExternalId(context, sql`lecturers`, externalId),
      () => create(context, { ...fields, externalId }),
    );
    if ("made" in found) return outcomeOf({ ...found.made, created: true });
    const { known } = found;
    const existing = await requireLecturer(context, { id: known.id }, { deleted: true });
    const returning = await onReturn(context, existing, fields);
    const outcome = await change(context, existing, { ...fields, ...returning });
    return outcome.map((lecturer) => ({ ...lecturer, created: false }));
  },
  event: (_input, lecturer) =>
    eventAbout(lecturer.created ? "lecturer.created" : "lecturer.updated", "lecturer", lecturer.id),
});

export const reorderLecturers = operation({
  name: "reorderLecturers",
  summary: "Reorder lecturers",
  writes: "lecturers:write",
  input: z.object({ ids: z.array(Id("lecturer")).min(1).max(200) }),
  output: z.object({ ids: z.array(Id("lecturer")).meta({ description: "The lecturers whose position changed" }) }),
  async run(context, { ids }) {
    const { lecturer: missing } = await missingRelations(context, { lecturerIds: ids });
    if (missing) {
      const pointer = `/ids/${ids.indexOf(missing)}`;
      throw validationFailed(pointer, "not_found", `No lecturer has the ID ${formatId("lecturer", missing)}.`);
    }
    return { ids: await orderLecturers(context, ids, context.now) };
  },
  audit: () => ({ resourceType: "lecturer" }),
  event: (_input, { ids }) => ids.map((id) => eventAbout("lecturer.updated", "lecturer", id)),
});

/** Returns the lecturer, locked. Throws unless If-Match matches its version. */
export async function requireLecturer(
  context: Context,
  reference: Reference,
  { deleted = false } = {},
): Promise<LecturerRecord> {
  const lecturer = await lockLecturer(context, reference);
  if (!lecturer || (lecturer.deletedAt && !deleted)) throw resourceNotFound("lecturer", reference);
  requireVersion(context, lecturer);
  return lecturer;
}

async function create(context: Context, fields: NewLecturerFields) {
  await requireFree(context, undefined, fields);
  await requireNewFiles(context, ["pictureFileId"], fields);
  const id = newId();
  const slug = fields.slug ?? (await slugFor(context, fields.name));
  await insertUnique(context, uniqueLecturer, { ...fields, slug }, async () => {
    if (await insertLecturer(context, { ...fields, id, slug }, context.now)) return true;
    await requireFree(context, undefined, fields);
    return false;
  });
  return serializeLecturer(context, await mustExist(findLecturer(context, { id })));
}

async function change(
  context: Context,
  existing: LecturerRecord,
  { deletedAt, ...input }: LecturerChanges & { deletedAt?: null },
) {
  const returns = deletedAt === null && { deletedAt };
  const changes = computePatch(writableLecturer, existing, input);
  if (!returns && isEmptyPatch(changes)) return unchanged(serializeLecturer(context, existing));
  await requireFree(context, existing.id, changes);
  await requireNewFiles(context, ["pictureFileId"], changes, existing);
  await storeLecturer(context, existing, { ...changes, ...returns }, context.now);
  return outcomeOf(serializeLecturer(context, await mustExist(findLecturer(context, { id: existing.id }))));
}

/**
 * Restores a deleted lecturer, because an upsert states that it exists. A slug or member that another lecturer has
 * taken in the meantime stays with that one.
 */
async function onReturn(context: Context, existing: LecturerRecord, { slug, memberId }: LecturerChanges) {
  if (!existing.deletedAt) return {};
  const isTaken = existing.memberId !== null && (await findLecturerOfMember(context, existing.memberId)) !== undefined;
  return {
    deletedAt: null,
    slug: slug ?? ((await isSlugTaken(context, existing.slug)) ? await slugFor(context, existing.slug) : existing.slug),
    memberId: memberId === undefined ? (isTaken ? null : existing.memberId) : memberId,
  };
}

async function requireFree(context: Context, exceptId: string | undefined, requested: LecturerChanges): Promise<void> {
  const { memberId } = requested;
  await claimUnique(context, uniqueLecturer, exceptId, requested);
  if (!memberId) return;
  if (!(await findMember(context, memberId))) {
    throw validationFailed("/memberId", "not_found", `No member has the ID ${formatId("member", memberId)}.`);
  }
  const ofMember = await findLecturerOfMember(context, memberId);
  if (ofMember !== undefined && ofMember.id !== exceptId) {
    throw new Problem(
      "already_exists",
      `This member already has the lecturer profile ${formatId("lecturer", ofMember.id)}.`,
    );
  }
}

const slugFor = (context: Context, name: string) =>
  freeSlug(context, name, "lecturer", (slug) => isSlugTaken(context, slug));

const isSlugTaken = async (context: Context, slug: string) => (await findLecturer(context, { slug })) !== undefined;
