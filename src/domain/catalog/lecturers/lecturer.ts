import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ExternalId, Html, Markdown, Metadata, Name, Slug, WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { adviceOnName, isOneLine } from "#lib/text/one-line.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

export const writableLecturer = {
  name: Name.refine(isOneLine, { error: ({ input }) => adviceOnName(input) }),
  slug: Slug,
  title: trimmed().max(200).nullable(),
  bioMarkdown: Markdown,
  pictureFileId: Id("file").nullable(),
  links: z.array(WebAddress).max(20),
  /** The lecturer's member, if any. With the role lecturer, this member may access the lecturer's courses. */
  memberId: Id("member").nullable(),
  visible: z.boolean(),
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** The public profile of a lecturer. A lecturer does not have to be a member. */
export const Lecturer = versionedResource("lecturer", {
  ...writableLecturer,
  name: Name,
  bioHtml: Html,
  pictureUrl: z.string().nullable(),
  courseCount: z.number().int().min(0),
  /** Public address of the profile. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A lecturer in a list, without the biography. */
export const LecturerSummary = Lecturer.omit({ bioMarkdown: true, bioHtml: true }).meta({ id: "LecturerSummary" });

export const NewLecturerFields = z.object(writableLecturer).partial().required({ name: true });
export type NewLecturerFields = z.output<typeof NewLecturerFields>;

export const LecturerChanges = patchSchemaOf(writableLecturer);
export type LecturerChanges = z.output<typeof LecturerChanges>;

export interface LecturerRecord extends Omit<z.output<typeof Lecturer>, "object" | "url" | "pictureUrl"> {
  version: number;
  deletedAt: Date | null;
}

export type LecturerRow = Omit<LecturerRecord, "courseCount">;

type Serialized<Row> = Row & { object: "lecturer"; url: string; pictureUrl: string | null };

/** Serializes a lecturer and adds the fields derived from their row and the site. */
export const serializeLecturer = <Row extends Pick<LecturerRow, "slug" | "pictureFileId">>(
  { site }: Pick<SiteScope, "site">,
  lecturer: Row,
): Serialized<Row> => ({
  ...lecturer,
  object: "lecturer",
  url: `${site.origin}/lecturers/${lecturer.slug}`,
  pictureUrl:
    lecturer.pictureFileId === null ? null : `${site.origin}/files/${formatId("file", lecturer.pictureFileId)}`,
});
