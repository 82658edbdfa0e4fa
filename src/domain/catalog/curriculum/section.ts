import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Name } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { Drip } from "./drip.ts";

export const partStatuses = ["draft", "published"] as const;

/** Among its siblings, from 0; whatever stands there moves down. */
export const Position = z.number().int().min(0).max(1_000_000);

/** What of a section a client writes, besides its place. */
export const writableSection = {
  title: Name,
  summary: z.string().trim().max(1000).nullable(),
  status: z.enum(partStatuses),
  drip: Drip.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A part of a course: lectures that belong together, in their order. */
export const Section = z
  .object({
    object: z.literal("section"),
    id: Id("section"),
    courseId: Id("course"),
    ...writableSection,
    position: Position,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Section" });

export const NewSectionFields = z
  .object({ ...writableSection, position: Position })
  .partial()
  .required({ title: true });

export const SectionChanges = patchSchemaOf({ ...writableSection, position: Position });

/** A section as it is kept. */
export interface SectionRecord extends Omit<z.output<typeof Section>, "object"> {
  version: number;
}

/** What is left out has the default of its column. */
export type NewSection = Pick<SectionRecord, "id" | "courseId" | "title" | "position"> & Partial<SectionRecord>;

export const presentSection = (section: SectionRecord) => ({ object: "section" as const, ...section });
