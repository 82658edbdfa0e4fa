import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Name } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** Schedule of a section or lecture: a number of days after enrollment, or the start of a date for all students. */
export const Drip = z
  .object({
    afterDays: z.number().int().min(0).max(3650).optional(),
    onDate: z.iso.date().optional(),
  })
  .refine(({ afterDays, onDate }) => (afterDays === undefined) !== (onDate === undefined), {
    message: "Send exactly one of after_days and on_date.",
  })
  .meta({
    id: "PartDrip",
    description: "Either `after_days` (since the enrollment) or `on_date`",
    examples: [{ after_days: 7 }],
  });

export const partStatuses = ["draft", "published"] as const;

/** Position among siblings, from 0. Existing items from this position on move down. */
export const Position = z.number().int().min(0).max(1_000_000);

/** Client-writable section fields, except the position. */
export const writableSection = {
  title: Name,
  summary: trimmed().max(1000).nullable(),
  status: z.enum(partStatuses),
  drip: Drip.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A section of a course: an ordered group of lectures. */
export const Section = versionedResource("section", {
  courseId: Id("course"),
  ...writableSection,
  position: Position,
  createdAt: Instant,
  updatedAt: Instant,
});

export const NewSectionFields = z
  .object({ ...writableSection, position: Position })
  .partial()
  .required({ title: true });

export const SectionChanges = patchSchemaOf({ ...writableSection, position: Position });

/** A stored section. */
export interface SectionRecord extends Omit<z.output<typeof Section>, "object"> {
  version: number;
}

/** Absent fields get their column defaults. */
export type NewSection = Pick<SectionRecord, "id" | "courseId" | "title" | "position"> & Partial<SectionRecord>;

export const serializeSection = (section: SectionRecord) => ({ object: "section" as const, ...section });
