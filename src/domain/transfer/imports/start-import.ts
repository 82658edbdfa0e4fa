import { hash } from "node:crypto";
import * as z from "zod";
import { Metadata } from "#domain/platform/fields.ts";
import type { Context } from "#domain/platform/context.ts";
import { storeObject, claimObjects } from "#domain/platform/storage/objects.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { requireFiles } from "#domain/files/files/references/require-files.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Job } from "#domain/platform/jobs/job.ts";
import { serializeJob } from "#domain/platform/jobs/serialize-job.ts";
import { startJob } from "#domain/platform/jobs/start-job.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireOwner } from "#domain/transfer/site-archive/owner-only.ts";
import { formatNames, type JobRequest, scopesOf } from "./open-import.ts";
import { isRecordFormat } from "./records/read/record-files.ts";
import { recordNames } from "./records/record-imports.ts";
import type { InlineFiles } from "./source-folder.ts";
import { columnFields, matchOf, requireMatch } from "./columns/column-fields.ts";
import { requireSourcePath } from "./source-path.ts";

const SourcePath = z
  .string()
  .min(1)
  .max(500)
  .check(({ value, issues }) => {
    try {
      requireSourcePath(value);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      issues.push({ code: "custom", input: value, message: error.message });
    }
  })
  .meta({ examples: ["knots/course.md"] });

const maxInlineBytes = 1024 * 1024;
const tooLong = { params: { code: "too_big" }, error: "Expected at most 1 MiB of UTF-8. Upload a file instead." };
const bytesIn = (...texts: string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const InlineText = z
  .string()
  .max(maxInlineBytes, { abort: true })
  .refine((text) => bytesIn(text) <= maxInlineBytes, tooLong);

/** Fits an archive of courses, rarely with videos. */
const maxSourceBytes = 256 * 1024 * 1024;

export const startImport = operation({
  name: "startImport",
  summary: "Start an import",
  description:
    "Starts a job that imports courses, or rows of one resource, from files. Also requires their write scopes.",
  writes: "school:write",
  sensitive: { subject: "roles", when: ({ format, resource }) => format === "site" || resource === "members" },
  input: z.object({
    format: z.enum(formatNames).meta({
      description:
        "`course_folder`: courses as folders of Markdown. `course_json`: courses as JSON. `olx`: courses of Open edX, as a tar.gz. " +
        "These formats require `courses:write` and `curriculum:write`. " +
        "`site`: the archive of a whole school, into an empty one. For owners, with every scope. " +
        "`csv`, `ndjson`: rows of one resource, in the format of exports.",
    }),
    resource: z
      .enum(recordNames)
      .optional()
      .meta({
        description:
          "The resource type of the rows in `csv` and `ndjson`. Requires its write scope. Imports of orders, comments " +
          "and form_submissions require `school:write` only, unless orders are fulfilled.",
      }),
    fileId: Id("file")
      .optional()
      .meta({ description: "A file of the site: a single document, or an archive (ZIP or tar.gz)" }),
    inline: InlineText.min(1).optional().meta({
      description:
        "Alternative to `file_id`: the rows of `csv` or `ndjson`, or the text of `course_json`, at most 1 MiB",
    }),
    files: z
      .array(z.object({ path: SourcePath, content: InlineText }))
      .min(1)
      .max(500)
      .refine((files) => bytesIn(...files.map(({ content }) => content)) <= maxInlineBytes, tooLong)
      .optional()
      .meta({ description: "Alternative to `file_id`: the text files themselves, at most 1 MiB in total" }),
    mode: z.enum(["upsert", "create"]).default("upsert").meta({
      description: "`create` skips existing rows and lists them as failed",
    }),
    dryRun: z.boolean().default(false).meta({
      description: "The job validates every row and saves nothing. Its results list every invalid row.",
    }),
    emitEvents: z.boolean().default(false).meta({
      description: "Emits webhook events for each row of `csv` and `ndjson`. Imported courses always emit them.",
    }),
    notify: z.boolean().default(false).meta({
      description: "Shows members in-app notifications about the imported rows",
    }),
    fulfill: z
      .boolean()
      .default(false)
      .meta({
        description:
          "Imports of `orders` only: paid orders give their members what they bought, for each line without " +
          "`fulfilled_at`. Access starts at `paid_at`. A row whose line cannot be given fails. Requires `students:write`, `subscriptions:write`, " +
          "`events:write` and `digital_products:write`.",
      }),
    ...columnFields,
    metadata: Metadata.optional(),
  }),
  output: Job,
  async prepare(context, input) {
    requireScopes(context.caller, scopesOf(requestedImport(input)));
    if (input.format === "site") requireOwner(context);
    requireMode(input);
    requireMatch(input);
    const files = sourcesOf(input);
    return { objectId: files ? await keepFiles(context, files) : null };
  },
  async run(context, input) {
    const { format, resource, fileId = null, mode, dryRun, metadata = {}, objectId } = input;
    if (fileId !== null) await requireSource(context, fileId, format);
    if (objectId !== null) await claimObjects(context, [objectId]);
    const { emitEvents, notify, fulfill } = input;
    const options = {
      mode,
      ...(resource && { resource, emitEvents, notify, ...(fulfill && { fulfill }), ...matchOf(input) }),
    };
    const scopes = scopesOf(requestedImport(input));
    const requested = { kind: "import" as const, format, options, dryRun, fileId, objectId, metadata, scopes };
    return serializeJob(context, await startJob(context, requested));
  },
  audit: ({ format, resource }, { id, dryRun }) => ({
    resourceType: "job",
    resourceId: formatId("job", id),
    details: { format, ...(resource && { resource }), dryRun },
  }),
});

type ImportInput = Pick<
  z.output<typeof startImport.input>,
  "format" | "resource" | "fileId" | "files" | "inline" | "fulfill"
>;

function requestedImport({
  format,
  resource,
  fulfill,
}: Pick<ImportInput, "format" | "resource" | "fulfill">): JobRequest {
  if (fulfill && resource !== "orders") {
    throw validationFailed("/fulfill", "not_applicable", "Only orders can be fulfilled. Omit fulfill.");
  }
  if (isRecordFormat(format)) {
    if (resource) return { format, resource, fulfills: fulfill };
    throw validationFailed("/resource", "required", `Send the resource of the rows: one of ${recordNames.join(", ")}.`);
  }
  if (!resource) return { format };
  throw validationFailed("/resource", "not_applicable", "Rows of a resource must be csv or ndjson.");
}

function requireMode({ format, mode }: Pick<z.output<typeof startImport.input>, "format" | "mode">): void {
  if (format !== "site" || mode === "upsert") return;
  throw validationFailed("/mode", "not_applicable", `An import of ${format} keeps existing rows. Omit mode.`);
}

/** Returns the files in the request; undefined if it names an uploaded file. */
function sourcesOf({ format, resource, fileId, files, inline }: ImportInput): InlineFiles | undefined {
  const isOneText = isRecordFormat(format) || format === "course_json";
  const sources = isOneText ? inline : files;
  const [field, other] = isOneText ? ["inline", "files"] : ["files", "inline"];
  if (format === "site" && (fileId === undefined || files !== undefined || inline !== undefined)) {
    throw validationFailed("/fileId", "required", "Upload the archive, and send its file_id.");
  }
  if ((isOneText ? files : inline) !== undefined) {
    throw validationFailed(`/${other}`, "not_applicable", `Format ${format} requires file_id or ${field}.`);
  }
  if ((fileId === undefined) === (sources === undefined)) {
    throw validationFailed("/fileId", "invalid_type", `Send either file_id or ${field}.`);
  }
  return inline === undefined
    ? files
    : [{ path: resource ? `${resource}.${format}` : "courses.json", content: inline }];
}

async function keepFiles(context: Context, files: InlineFiles): Promise<string> {
  const paths = new Set<string>();
  for (const [index, { path }] of files.entries()) {
    if (paths.has(path)) throw validationFailed(`/files/${index}/path`, "duplicate", `${path} occurs twice.`);
    paths.add(path);
  }
  const bytes = Buffer.from(JSON.stringify(files));
  const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType: "application/json" };
  return storeSource(context, bytes, facts);
}

/** A dry run stores nothing. */
async function storeSource(context: Context, bytes: Buffer, facts: Parameters<typeof storeObject>[2]): Promise<string> {
  if (context.dryRun) return crypto.randomUUID();
  async function* once() {
    yield bytes;
  }
  return storeObject(context, once(), facts);
}

const archiveTypes = new Set(["application/zip", "application/gzip"]);

async function requireSource(context: Context, fileId: string, format: ImportInput["format"]): Promise<void> {
  await requireFiles(context, [{ id: fileId, pointer: "/fileId" }]);
  const { contentType, byteSize } = await mustExist(findFile(context, fileId));
  if (format === "site") {
    if (contentType === "application/x-tar") return;
    const detail = `Expected the archive of a school (tar), not ${contentType}.`;
    throw validationFailed("/fileId", "unsupported_media", detail);
  }
  // The rows of a table in another encoding are reported with the column that has to be saved again.
  const isTable = format === "csv" && contentType === "application/octet-stream";
  if (!archiveTypes.has(contentType) && !contentType.startsWith("text/") && !isTable) {
    const detail = `Expected a text file or an archive (ZIP or tar.gz), not ${contentType}.`;
    throw validationFailed("/fileId", "unsupported_media", detail);
  }
  if (byteSize > maxSourceBytes) {
    throw validationFailed("/fileId", "too_big", `Expected at most ${maxSourceBytes / 1024 / 1024} MiB.`);
  }
}
