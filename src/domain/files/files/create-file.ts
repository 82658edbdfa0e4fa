import * as z from "zod";
import { ExternalId, Metadata, WebAddress } from "#domain/platform/fields.ts";
import { operation } from "#domain/platform/operation.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { Context } from "#domain/platform/context.ts";
import { fetchBytes } from "#lib/outbound/fetch-bytes.ts";
import { FetchError } from "#lib/outbound/send-request.ts";
import { contentOf, storeContent } from "./content.ts";
import { File, Filename, purposes, visibilities } from "./file.ts";
import { keepFile } from "./keep-file.ts";
import { serializeFile } from "./serialize-file.ts";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { storageOf } from "#domain/platform/storage/storage.ts";
import { aboutExternalId, requireNoImportId } from "./queries.ts";

/** Maximum size in bytes of a file in a single request; larger files use multipart upload. */
export const maxFileInRequest = 10 * 1024 * 1024;

export const createFile = operation({
  name: "createFile",
  summary: "Upload a file",
  description: "At most 10 MiB. Use a multipart upload for larger files.",
  writes: "storage:write",
  input: z.object({
    file: z
      .instanceof(ReceivedFile, { error: "Send the bytes as a multipart/form-data part with the name file." })
      .optional()
      .meta({ type: "string", format: "binary", description: "The file, as a part of multipart/form-data" }),
    fromUrl: WebAddress.optional().meta({
      description: "Alternative to uploading: a public https URL to fetch the file from",
      example: "https://school.example/cover.jpg",
    }),
    /** Defaults to the filename of the request. */
    filename: Filename.optional(),
    purpose: z.enum(purposes).default("other"),
    visibility: z
      .enum(visibilities)
      .optional()
      .meta({ description: "Defaults to the visibility that suits the purpose" }),
    externalId: ExternalId.meta({ description: aboutExternalId }).nullable().optional(),
    metadata: Metadata.optional(),
  }),
  output: File,
  async prepare(context, { file, fromUrl, filename, purpose, externalId }) {
    requireNoImportId(context, externalId);
    const received = fromUrl === undefined ? file : file ? undefined : await fetchFile(context, fromUrl);
    if (!received) {
      throw validationFailed("/file", "invalid_type", "Send either a file or from_url.");
    }
    const name = filename ?? nameOf(received);
    const { bytes, sha256 } = received;
    if (bytes.length === 0) throw validationFailed(file ? "/file" : "/fromUrl", "too_small", "The file is empty.");
    return { filename: name, content: await storeContent(context, contentOf(bytes, sha256), purpose) };
  },
  async run(context, { content, ...fields }) {
    return serializeFile(context, await keepFile(context, fields, content));
  },
});

/** Fetches a file; its name is the last path segment of the address. */
async function fetchFile(context: Context, address: string): Promise<ReceivedFile> {
  const { outbound = {} } = storageOf(context);
  try {
    const { bytes, url } = await fetchBytes(new URL(address), { ...outbound, maxBytes: maxFileInRequest });
    return new ReceivedFile(bytes, lastPartOf(url));
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw validationFailed(
      "/fromUrl",
      "unreachable",
      `The file cannot be fetched from this address: ${error.message}.`,
    );
  }
}

function lastPartOf({ pathname }: URL): string | undefined {
  try {
    return decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1));
  } catch {
    return undefined;
  }
}

/** Throws if the name that came with the file is not one that a file can have. */
function nameOf({ filename }: ReceivedFile): string {
  if (!filename) throw validationFailed("/filename", "required", "The file has no name. Send filename.");
  const name = Filename.safeParse(filename, { error: formatIssue });
  if (name.success) return name.data;
  const [issue] = name.error.issues;
  throw validationFailed("/filename", issue?.code ?? "invalid_format", issue?.message ?? "The file name is invalid.");
}
