import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ReceivedFile } from "#domain/content/files/received-file.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Bytes of one field that is written on; the longest real one is a list of addresses. */
const maxField = 48 * 1024;

/** For the routes of this scope alone: a form may bring files, of each of which no more than `maxFile` bytes are kept. */
export async function acceptUploads(app: FastifyInstance, maxFile: number, files = 1): Promise<void> {
  const limits = { fieldNameSize: 100, fieldSize: maxField, fields: 100, files, parts: 100 + files, headerPairs: 20 };
  // One byte more than is taken tells a file that is too large, which its field says then.
  await app.register(multipart, { throwFileSizeLimit: false, limits: { ...limits, fileSize: maxFile + 1 } });
}

/** The fields of a form as if there were no file in it, and the files that were chosen. */
interface Upload {
  fields: string;
  files: ReceivedFile[];
  /** The first one of each field that has one. */
  byField: ReadonlyMap<string, ReceivedFile>;
}

/** `most`: bytes of all files together; of what comes when there are more, nothing is kept. */
export async function readUpload(request: FastifyRequest, most = Infinity): Promise<Upload> {
  if (!request.isMultipart()) {
    return { fields: typeof request.body === "string" ? request.body : "", files: [], byField: new Map() };
  }
  try {
    return await readParts(request, most);
  } catch (error) {
    // What the parser says of a body that it cannot read has no status of its own; a limit that is passed has.
    if (error instanceof Problem || (error instanceof Error && "statusCode" in error)) throw error;
    throw new Problem("invalid_request", "The form is cut short, or is none.");
  }
}

async function readParts(request: FastifyRequest, most: number): Promise<Upload> {
  const fields = new URLSearchParams();
  const files: ReceivedFile[] = [];
  const byField = new Map<string, ReceivedFile>();
  let room = most;
  for await (const part of request.parts()) {
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
      fields.append(part.fieldname, part.value);
    } else {
      throw new Problem("invalid_request", "A field of the form is too long, or is no text.");
    }
  }
  return { fields: fields.toString(), files, byField };
}
