import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  type FlatCategories,
  FlatCategoryChanges,
  flatCategoryOf,
  type FlatCategoryRow,
  NewFlatCategory,
  serializeFlatCategory,
  writableFlatCategory,
} from "./flat-category.ts";
import * as queries from "./queries.ts";

/** Creates the category operations of a resource type. */
export function operationsOnCategories(of: FlatCategories) {
  const { kind, table, resources, read, write } = of;
  const article = resources.kind === "event" ? "an" : "a";
  const FlatCategory = flatCategoryOf(of);
  const unique: Uniqueness = { kind, table, what: "category", value: uniqueSlug };
  const serialize = (category: FlatCategoryRow) => serializeFlatCategory(of, category);

  const categories = listing<FlatCategoryRow>({
    kind,
    table,
    columns: of.rows.columns,
    defaultSort: "position",
    sorts: { position: "integer", updatedAt: "timestamptz" },
    filters: { updatedAt: range(Instant, sql`${table}.updated_at`) },
  });

  const list = operation({
    name: `list${of.of}Categories`,
    summary: `List ${resources.kind} categories`,
    description: "Sorted by position.",
    reads: read,
    input: categories.input,
    output: pageSchemaOf(FlatCategory),
    run: async (context, input) => mapPage(await categories.page(context, input), serialize),
  });

  const get = operation({
    name: `get${of.of}Category`,
    summary: `Retrieve ${article} ${resources.kind} category`,
    reads: read,
    input: z.object({ id: Id(kind) }),
    output: FlatCategory,
    async run(context, { id }) {
      const category = await of.rows.find(context, id);
      if (!category) throw notFound("category", formatId(kind, id));
      return serialize(category);
    },
  });

  const create = operation({
    name: `create${of.of}Category`,
    summary: `Create ${article} ${resources.kind} category`,
    writes: { scope: write, unconfined: true },
    input: NewFlatCategory,
    output: FlatCategory,
    async run(context, fields) {
      await claimUnique(context, unique, undefined, fields);
      const id = newId();
      const isTaken = (candidate: string) => queries.isSlugTaken(context, of, candidate);
      const slug = fields.slug ?? (await freeSlug(context, fields.name, "category", isTaken));
      await insertUnique(context, unique, { ...fields, slug }, () =>
        of.rows.insertUnique(context, { ...fields, id, slug }, context.now),
      );
      return serialize(await mustExist(of.rows.find(context, id)));
    },
  });

  const change = operation({
    name: `update${of.of}Category`,
    summary: `Update ${article} ${resources.kind} category`,
    writes: { scope: write, unconfined: true },
    input: FlatCategoryChanges.extend({ id: Id(kind) }),
    output: FlatCategory,
    async run(context, { id, ...input }) {
      const existing = await requireCategory(context, id);
      const changes = computePatch(writableFlatCategory, existing, input);
      if (isEmptyPatch(changes)) return unchanged(serialize(existing));
      await claimUnique(context, unique, id, changes);
      await of.rows.update(context, id, changes, context.now);
      return serialize(await mustExist(of.rows.find(context, id)));
    },
  });

  const remove = operation({
    name: `delete${of.of}Category`,
    summary: `Delete ${article} ${resources.kind} category`,
    description: `Fails while the category contains ${resources.plural}, unless \`reassign_to\` names another category.`,
    writes: { scope: write, unconfined: true },
    input: z.object({ id: Id(kind), reassignTo: Id(kind).optional() }),
    output: z.object({ id: Id(kind), reassignedIds: z.array(Id(resources.kind)) }),
    async run(context, { id, reassignTo }) {
      await requireCategory(context, id);
      await queries.lockWithResources(context, of, id);
      if (
        reassignTo !== undefined &&
        (reassignTo === id || !(await queries.lockCategoryIfExists(context, of, reassignTo)))
      ) {
        throw validationFailed("/reassignTo", "not_found", "Expected another category of this site.");
      }
      if (reassignTo === undefined && (await queries.hasResources(context, of, id))) {
        throw new Problem(
          "has_dependents",
          `The category contains ${resources.plural}. Send reassign_to to move them.`,
        );
      }
      const reassignedIds = await queries.moveResources(context, of, id, reassignTo ?? null, context.now);
      await of.rows.update(context, id, { deletedAt: context.now }, context.now);
      return { id, reassignedIds };
    },
    event: (_input, { reassignedIds }) =>
      reassignedIds.map((id) => eventAbout(`${resources.kind}.updated`, resources.kind, id)),
  });

  async function requireCategory(context: Context, id: string): Promise<FlatCategoryRow> {
    const category = await of.rows.lock(context, id);
    if (!category) throw notFound("category", formatId(kind, id));
    requireVersion(context, category);
    return category;
  }

  return { list, get, create, change, remove };
}
