import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";

/** Name of a form field, such as `video.captions.0.lang`. */
const FieldName = z.string().regex(/^[a-z][\w.-]{0,199}$/);

/** Name of a field of the lecture, to which form fields belong: `video`. */
const Group = z.string().regex(/^[a-z]\w{0,59}$/);

/** The form fields of each changed field of the lecture, as they were typed. */
export const DraftFields = z.record(Group, z.record(FieldName, z.string().max(100_000)));
export type DraftFields = z.output<typeof DraftFields>;

/** Digests of the fields of the lecture that the editor had before the change. They decide what a concurrent change is. */
export const ShownDigests = z.record(Group, z.string().regex(/^[\w-]{1,40}$/));

/** Unpublished changes of one editor, who alone reads them. */
export const LectureDraft = z.object({
  fields: DraftFields,
  shown: ShownDigests,
  /** Increases with every change. */
  revision: z.number().int(),
  /** The page that has written it last. */
  writer: z.string().nullable(),
  savedAt: Instant.nullable(),
});
export type LectureDraft = z.output<typeof LectureDraft>;

/** Fits a text of maximum length and everything else that a lecture has, names included. */
export const maxDraftCharacters = 300_000;

/** A further draft replaces the oldest. */
export const maxDraftsPerMember = 100;

/** Pages of editors report at least every 20 seconds. */
export const presenceMs = 60_000;

export const sizeOf = (fields: DraftFields): number => JSON.stringify(fields).length;
