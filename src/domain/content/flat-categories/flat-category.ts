import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Name, Slug } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versioned } from "#domain/platform/versioned.ts";

/** A flat category system for one resource type, without nesting. */
export interface FlatCategories {
  kind: "postCategory" | "eventCategory";
  /** Prefix of operation and schema names: `Post`. */
  of: "Post" | "Event";
  table: Sql;
  rows: ReturnType<typeof categoryTable>;
  resources: { kind: "post" | "event"; table: Sql; plural: string };
  read: Scope;
  write: Scope;
}

export const writableFlatCategory = {
  name: Name,
  slug: Slug,
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

export const NewFlatCategory = z.object(writableFlatCategory).partial().required({ name: true });

export const FlatCategoryChanges = patchSchemaOf(writableFlatCategory);

export interface FlatCategoryRow {
  id: string;
  name: string;
  slug: string;
  position: number;
  externalId: string | null;
  metadata: Record<string, string>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Declares the table of the categories of a resource type. */
export const categoryTable = (name: "post_categories" | "event_categories", table: Sql) =>
  defineTable<
    FlatCategoryRow,
    Pick<FlatCategoryRow, "id" | "name" | "slug"> & Partial<FlatCategoryRow>,
    Partial<Omit<FlatCategoryRow, "id" | "version">> & { deletedAt?: Date }
  >(name, {
    columns: sql`
      ${table}.id, ${table}.name, ${table}.slug, ${table}.position, ${table}.external_id, ${table}.metadata,
      ${table}.version, ${table}.created_at, ${table}.updated_at`,
  });

const defineFlatCategory = ({ kind, of, resources }: FlatCategories) =>
  versioned(
    z
      .object({
        object: z.literal(`${resources.kind}_category`),
        id: Id(kind),
        ...writableFlatCategory,
        createdAt: Instant,
        updatedAt: Instant,
      })
      .meta({ id: `${of}Category` }),
  );

const schemas = new Map<FlatCategories, ReturnType<typeof defineFlatCategory>>();

/** Returns the category schema of a resource type; each is created once. */
export function flatCategoryOf(of: FlatCategories): ReturnType<typeof defineFlatCategory> {
  const schema = schemas.get(of) ?? defineFlatCategory(of);
  schemas.set(of, schema);
  return schema;
}

export const serializeFlatCategory = ({ resources }: Pick<FlatCategories, "resources">, category: FlatCategoryRow) => ({
  object: `${resources.kind}_category` as const,
  ...category,
});
