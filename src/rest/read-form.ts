import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { Problem } from "#domain/platform/problem.ts";
import { partsOf } from "#http/multipart-parts.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";

/** Accepts multipart forms in the routes of this scope: one file of at most `maxFile` bytes, and small fields. */
export async function acceptForms(app: FastifyInstance, maxFile: number): Promise<void> {
  const limits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 1, parts: 21, headerPairs: 20 };
  await app.register(multipart, { limits: { ...limits, fileSize: maxFile } });
}

/**
 * Converts a multipart form (RFC 7578) to JSON. Text fields stay text, other fields are parsed as JSON, and the file
 * part becomes a file.
 */
export async function readForm(request: FastifyRequest, input: z.ZodObject): Promise<object> {
  const body = new Map<string, unknown>();
  const add = (name: string, value: unknown) => {
    if (body.has(name))
      throw new Problem("invalid_request", `The form has the part ${name} more than once. Send it once.`);
    body.set(name, value);
  };
  try {
    for await (const part of partsOf(request)) {
      if (part.type === "file") add(part.fieldname, new ReceivedFile(await part.toBuffer(), part.filename));
      else if (typeof part.value !== "string" || part.valueTruncated || part.fieldnameTruncated) {
        throw new Problem("invalid_request", `The part ${part.fieldname} is too long or is not text.`);
      } else add(part.fieldname, isText(input, part.fieldname) ? part.value : fromJson(part.fieldname, part.value));
    }
  } catch (error) {
    // Parser errors have no status code, unlike exceeded limits.
    if (error instanceof Problem || (error instanceof Error && "statusCode" in error)) throw error;
    throw new Problem("invalid_request", "The multipart form is incomplete or malformed.");
  }
  return Object.fromEntries(body);
}

function isText(input: z.ZodObject, wire: string): boolean {
  const [, field] = Object.entries(fieldsIn(input)).find(([name]) => toWire(name) === wire) ?? [];
  const kind = field && nodeOf(field).kind;
  return kind !== "object" && kind !== "record" && kind !== "array";
}

function fromJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem("invalid_request", `The part ${name} must be JSON.`);
  }
}
