import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { Problem } from "#domain/platform/problem.ts";
import { partsOf } from "#http/multipart-parts.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { fieldsOf, keepFields, requireShort } from "./submitted-fields.ts";

/** The longest real field is a list of URLs. */
const maxFieldBytes = 48 * 1024;

/** Accepts file uploads in the routes of this scope. */
export async function acceptUploads(app: FastifyInstance, maxFileBytes: number, files = 1): Promise<void> {
  const limits = {
    fieldNameSize: 100,
    fieldSize: maxFieldBytes,
    fields: 100,
    files,
    parts: 100 + files,
    headerPairs: 20,
  };
  // Reads one byte more than allowed to detect files that are too large, and reports them at their field.
  await app.register(multipart, { throwFileSizeLimit: false, limits: { ...limits, fileSize: maxFileBytes + 1 } });
}

/** Text fields and uploaded files of a form. */
interface Upload {
  fields: FormFields;
  files: ReceivedFile[];
  /** The first file of each field. */
  byField: ReadonlyMap<string, ReceivedFile>;
}

const received = new WeakMap<FastifyRequest, Upload>();

/** Returns the files of a form that was read. A form without multipart parts has none. */
export const filesOf = (request: FastifyRequest): Pick<Upload, "files" | "byField"> =>
  received.get(request) ?? { files: [], byField: new Map() };

/** Reads a form, whose files `filesOf` returns. Files beyond `maxBytes` together are dropped. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<FormFields> {
  if (!request.isMultipart()) return fieldsOf(request);
  try {
    const upload = await readParts(request, maxBytes);
    keepFields(request, upload.fields);
    received.set(request, upload);
    return upload.fields;
  } catch (error) {
    // Parser errors have no status code, unlike exceeded limits.
    if (error instanceof Problem || (error instanceof Error && "statusCode" in error)) throw error;
    throw new Problem("invalid_request", "The form is incomplete or malformed.");
  }
}

async function readParts(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const fields: [name: string, value: string][] = [];
  const files: ReceivedFile[] = [];
  const byField = new Map<string, ReceivedFile>();
  let room = maxBytes;
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      if (room < 0) {
        part.file.resume();
        continue;
      }
      const bytes = await part.toBuffer();
      room -= bytes.length;
      if (bytes.length === 0) continue;
      const file = new ReceivedFile(bytes, part.filename);
      files.push(file);
      if (!byField.has(part.fieldname)) byField.set(part.fieldname, file);
    } else if (typeof part.value === "string" && !part.valueTruncated && !part.fieldnameTruncated) {
      fields.push([part.fieldname, part.value]);
      requireShort(fields);
    } else {
      throw new Problem("invalid_request", "A form field is too long or is not text.");
    }
  }
  return { fields, files, byField };
}
