import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versioned, versionedResource } from "#domain/platform/versioned.ts";

export const purposes = [
  "course_cover",
  "lecture_media",
  "attachment",
  "avatar",
  "digital_product",
  "page",
  "import",
  "other",
] as const;

export type ManagedPurpose = (typeof purposes)[number];

/** Files that members upload for one use. They are not part of the school's file library. */
const memberPurposes = ["submission", "profile_picture"] as const;
type MemberPurpose = (typeof memberPurposes)[number];

export type Purpose = ManagedPurpose | MemberPurpose;

export const isMemberPurpose = (purpose: Purpose): purpose is MemberPurpose =>
  memberPurposes.some((each) => each === purpose);

export const visibilities = ["public", "private"] as const;
export type Visibility = (typeof visibilities)[number];

const statuses = ["processing", "ready", "failed", "infected"] as const;

/** Default visibility: public for purposes that visitors see. */
export const visibilityFor = (purpose: Purpose): Visibility =>
  isForPictures(purpose) || purpose === "page" ? "public" : "private";

/** Purposes that accept only images. */
export const isForPictures = (purpose: Purpose): boolean =>
  purpose === "course_cover" || purpose === "avatar" || purpose === "profile_picture";

/** Name from the uploader: letters of any language, no folders, no control characters. */
export const Filename = z
  .string()
  .transform((name) => name.normalize("NFC").replace(/^.*[/\\]/s, ""))
  .pipe(
    z
      .string()
      .trim()
      .min(1, "The file name is empty. Expected a name after the last slash or backslash.")
      .max(200, "The file name is too long. Expected at most 200 characters.")
      .regex(/^[^\p{C}]*$/u, "The file name has control characters or other invisible characters. Remove them.")
      .refine((name) => !/^\.+$/.test(name), "The file name is reserved. Expected more than dots."),
  )
  .meta({ examples: ["night-sky.jpg"] });

/** Purposes of files that pages show. Others are downloads, and stay in the format in which they were sent. */
export const isShown = (purpose: Purpose): boolean =>
  isForPictures(purpose) || purpose === "page" || purpose === "lecture_media";

const FileVariant = z
  .object({
    name: z.enum(["small", "medium", "large"]),
    url: z.string(),
    contentType: z.string(),
    byteSize: z.number().int().min(0),
    width: z.number().int().min(1),
    height: z.number().int().min(1),
  })
  .meta({ id: "FileVariant", description: "A smaller version of an image" });

export const File = versionedResource(
  "file",
  {
    filename: z.string(),
    /** Detected from the bytes. */
    contentType: z.string(),
    byteSize: z.number().int().min(0),
    sha256: z.string().meta({
      description:
        "Digest of the stored bytes (hexadecimal). Images are re-encoded without camera metadata. SVG is rewritten without scripts or external resources.",
    }),
    purpose: z.enum(purposes),
    visibility: z.enum(visibilities),
    url: z.string().meta({ description: "The URL of a private file is signed and valid for at least one hour" }),
    width: z.number().int().min(1).nullable(),
    height: z.number().int().min(1).nullable(),
    durationSeconds: z.number().int().min(0).nullable(),
    status: z.enum(statuses),
    variants: z.array(FileVariant),
    externalId: ExternalId.nullable(),
    metadata: Metadata,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { id: "StoredFile" },
);

const FileReference = z.object({ object: z.string(), id: z.string() }).meta({
  id: "FileReference",
  description: "A resource that uses the file",
  examples: [{ object: "course", id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3" }],
});

/** A file with all resources that use it. */
export const FileInFull = versioned(File.extend({ references: z.array(FileReference) }).meta({ id: "FileInFull" }));
export type FileReference = z.output<typeof FileReference>;

/** A stored image variant. */
interface StoredVariant {
  name: "small" | "medium" | "large";
  objectId: string;
  contentType: string;
  byteSize: number;
  /** Hexadecimal. */
  sha256: string;
  width: number;
  height: number;
}

export interface FileRow {
  id: string;
  objectId: string;
  filename: string;
  contentType: string;
  byteSize: number;
  sha256: Buffer;
  purpose: Purpose;
  visibility: Visibility;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  status: (typeof statuses)[number];
  variants: StoredVariant[];
  memberId: string | null;
  externalId: string | null;
  metadata: Record<string, string>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
