import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import { Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const jobKinds = ["import", "export", "member_export", "member_erasure", "coupon_generation"] as const;
export type JobKindName = (typeof jobKinds)[number];

export const jobStatuses = ["queued", "running", "succeeded", "partially_succeeded", "failed", "canceled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** True for jobs that have not ended and can be canceled. */
export const isUnderWay = ({ status }: { status: JobStatus }): boolean => status === "queued" || status === "running";

const Count = z.number().int().min(0);

/** A background job for work that outlasts a request, with its progress and result. */
export const Job = versionedResource("job", {
  kind: z.enum(jobKinds),
  format: z.string().meta({ description: "The file format that is read or written", examples: ["course_folder"] }),
  resources: z
    .array(z.string().meta({ examples: ["members"] }))
    .meta({ description: "The resources that are read or written" }),
  status: z.enum(jobStatuses),
  /** A dry run: every row is tried, and all changes are rolled back. */
  dryRun: z.boolean(),
  fileId: Id("file").nullable(),
  progress: z
    .object({
      total: Count.nullable().meta({ description: "Null until it is known" }),
      processed: Count,
      created: Count,
      updated: Count,
      unchanged: Count,
      failed: Count,
      warned: Count.meta({ description: "Rows that were imported without some of their parts" }),
    })
    .meta({
      id: "JobProgress",
      description: "Row counts. `/results` lists the failed rows and those with warnings.",
    }),
  error: z
    .object({ code: z.string(), detail: untrusted(z.string()) })
    .nullable()
    .meta({ description: "The reason for which the whole job failed" }),
  result: z
    .object({
      url: z.string().meta({ description: "Valid for ten minutes. Retrieve the job again for a new URL." }),
      filename: z.string(),
      contentType: z.string(),
      byteSize: Count,
      expiresAt: Instant.meta({ description: "The file is deleted after this time" }),
    })
    .nullable()
    .meta({
      id: "JobResultFile",
      description:
        "The result of the job. Requires the same scopes as the job. Lists leave exports out if the school demands " +
        "a more recent sign-in: retrieve the job.",
    }),
  memberId: Id("member").nullable().meta({ description: "The member who started the job" }),
  clientId: Id("client").nullable().meta({ description: "The application that started the job" }),
  cancelRequestedAt: Instant.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export const jobResultStatuses = ["failed", "warned", "created"] as const;

/** A resource that a row created, with its identifiers. */
const Made = z
  .object({
    object: z.string().meta({ examples: ["coupon"] }),
    id: z.string().meta({ examples: ["cpn_01k9g2c8p4e6t0v3x5y7z9b1d3"] }),
    code: z.string().meta({ examples: ["GIFT-7KQMX2PD"] }),
  })
  .meta({ id: "MadeByJob" });
export type Made = z.output<typeof Made>;

/** A part of the source that has no counterpart here, or is missing. */
const Warning = z
  .object({
    place: untrusted(z.string().meta({ description: "Location in the source", examples: ["problem/3f2a.xml:12"] })),
    detail: untrusted(z.string()),
  })
  .meta({ id: "JobWarning" });
export type Warning = z.output<typeof Warning>;

/** A row that failed or was imported in part, or a created resource that the job lists one by one. */
export const JobResult = resourceSchema("jobResult", {
  jobId: Id("job"),
  rowNumber: z.number().int().min(1).meta({ description: "Position in the source, starting at 1" }),
  name: untrusted(
    z.string().meta({
      description: "The name in the source: a file, or a file and a line",
      examples: ["knots/course.md"],
    }),
  ),
  status: z.enum(jobResultStatuses),
  error: z
    .object({
      code: z.string(),
      // Texts about rows quote them.
      detail: untrusted(z.string()),
      errors: z.array(z.object({ pointer: z.string(), code: z.string(), detail: untrusted(z.string()) })).optional(),
    })
    .nullable()
    .meta({ description: "Present if the row failed" }),
  warnings: z
    .array(Warning)
    .nullable()
    .meta({ description: "Present if the row was imported without some of its parts: the omitted parts" }),
  made: Made.nullable().meta({
    description: "The created resources. Null without the scopes that the job requires.",
  }),
  createdAt: Instant,
});

/** A job as stored. */
export interface JobRecord {
  id: string;
  kind: JobKindName;
  format: string;
  status: JobStatus;
  dryRun: boolean;
  options: Record<string, unknown>;
  fileId: string | null;
  objectId: string | null;
  total: number | null;
  processed: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  warned: number;
  error: { code: string; detail: string } | null;
  /** The member that the job is about. */
  subjectId: string | null;
  resultObjectId: string | null;
  resultName: string | null;
  resultType: string | null;
  resultSize: number | null;
  resultSha256: Buffer | null;
  resultExpiresAt: Date | null;
  attempt: number;
  memberId: string | null;
  clientId: string | null;
  grantId: string | null;
  scopes: Scope[];
  requestId: string | null;
  address: string | null;
  cancelRequestedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  metadata: Record<string, string>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export type JobResultRow = Omit<z.output<typeof JobResult>, "object" | "status">;

/** The stored result of a job, with its expiry. */
export interface StoredResult {
  objectId: string;
  /** Header-safe characters: ASCII without quotes. */
  filename: string;
  contentType: string;
  byteSize: number;
  sha256: Buffer;
  expiresAt: Date;
}
