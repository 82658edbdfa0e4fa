import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  changeableField,
  MemberField,
  MemberFieldChanges,
  type MemberFieldRow,
  NewMemberField,
} from "./member-field.ts";
import * as queries from "./queries.ts";

const fields = listing<MemberFieldRow>({
  kind: "memberField",
  table: sql`member_fields`,
  columns: queries.columns,
  defaultSort: "position",
  sorts: { position: "integer", createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: { updatedAt: range(Instant, sql`member_fields.updated_at`) },
});

const serialize = (field: MemberFieldRow) => ({ object: "member_field" as const, ...field });

export const listMemberFields = operation({
  name: "listMemberFields",
  summary: "List member fields",
  description: "Sorted by position.",
  reads: "members:read",
  input: fields.input,
  output: pageSchemaOf(MemberField),
  async run(context, input) {
    const page = await fields.page(context, input);
    return { ...page, data: page.data.map(serialize) };
  },
});

export const getMemberField = operation({
  name: "getMemberField",
  summary: "Retrieve a member field",
  reads: "members:read",
  input: z.object({ id: Id("memberField") }),
  output: MemberField,
  async run(context, { id }) {
    const field = await queries.findField(context, id);
    if (!field) throw notFound("member field", formatId("memberField", id));
    return serialize(field);
  },
});

export const createMemberField = operation({
  name: "createMemberField",
  summary: "Create a member field",
  writes: "members:write",
  input: NewMemberField,
  output: MemberField,
  async run(context, input) {
    requireChoices(input.kind, input.choices ?? []);
    await withAdvisoryLock(context, "member fields");
    if ((await queries.listFields(context)).length >= queries.maxFields) {
      throw new Problem("conflict", `A site can have at most ${queries.maxFields} member fields.`);
    }
    const id = newId();
    if (!(await queries.insertField(context, { ...input, id }, context.now))) {
      throw new Problem(
        "already_exists",
        `A field with the handle ${input.handle} or this external_id already exists.`,
      );
    }
    return serialize(await mustExist(queries.lockField(context, id)));
  },
});

export const updateMemberField = operation({
  name: "updateMemberField",
  summary: "Update a member field",
  description: "The handle and the type cannot be changed.",
  writes: "members:write",
  input: MemberFieldChanges.extend({ id: Id("memberField") }),
  output: MemberField,
  async run(context, { id, ...input }) {
    const existing = await queries.lockField(context, id);
    if (!existing) throw notFound("member field", formatId("memberField", id));
    requireVersion(context, existing);
    const changes = computePatch(changeableField, existing, input);
    if (isEmptyPatch(changes)) return unchanged(serialize(existing));
    requireChoices(existing.kind, changes.choices ?? existing.choices);
    const unique = { table: sql`member_fields`, what: "member field", own: id };
    await requireUnusedExternalId(context, unique, changes.externalId);
    await queries.updateField(context, id, changes, context.now);
    return serialize(await mustExist(queries.lockField(context, id)));
  },
});

export const deleteMemberField = operation({
  name: "deleteMemberField",
  summary: "Delete a member field",
  description: "With `force`, also deletes the values that members have in it.",
  writes: "members:write",
  input: z.object({ id: Id("memberField"), force: z.boolean().default(false) }),
  output: z.object({ id: Id("memberField"), deletedValues: z.number().int().min(0) }),
  async run(context, { id, force }) {
    const existing = await queries.lockFieldToDelete(context, id);
    if (!existing) throw notFound("member field", formatId("memberField", id));
    requireVersion(context, existing);
    if (!force && (await queries.hasValues(context, existing.handle))) {
      throw new Problem(
        "has_values",
        "Members have values in this field. Repeat the request with force=true to delete them too.",
      );
    }
    const deletedValues = await queries.deleteValues(context, existing.handle, context.now);
    await queries.updateField(context, id, { deletedAt: context.now }, context.now);
    return { id, deletedValues };
  },
  audit: ({ id }, { deletedValues }) => about("memberField", id, { deletedValues }),
});

function requireChoices(kind: MemberFieldRow["kind"], choices: readonly string[]): void {
  if (kind === "choice" && choices.length === 0) {
    throw validationFailed("/choices", "required", "A field of kind choice needs at least one choice.");
  }
  if (kind !== "choice" && choices.length > 0) {
    throw validationFailed("/choices", "exclusive", "Only a field of kind choice can have choices.");
  }
}
