import type { FastifyRequest } from "fastify";
import { type FormFields, parseFormFields } from "#lib/form-fields.ts";

/** Far more than the longest real form has: 60 questions with 100 choices each. */
const maxFields = 8000;
/** Characters of all names and values together: 15 answers of maximum length. */
const maxLength = 150_000;
/** For staff: a post has 200,000 characters, and a form that is shown again after a conflict has further fields. */
const maxStaffLength = 400_000;

/** Handlers read a form several times: its token, its values, and both again to render it once more. */
const parsed = new WeakMap<FastifyRequest, FormFields>();

/** The editor of a quiz: 200 questions with six answers each. */
const ofLongForms = { fields: 16_000, length: 900_000 };

/** Returns the fields of a URL-encoded form. Throws if they would take long to process. */
export const fieldsOf = (request: FastifyRequest): FormFields =>
  parsed.get(request) ?? read(request, { fields: maxFields, length: maxLength });

/** Returns the fields of a form that is longer than others. */
export const fieldsOfLongForm = (request: FastifyRequest): FormFields => read(request, ofLongForms);

/** Keeps the text fields of a multipart form, so that a form that is shown again has them. */
export function keepFields(request: FastifyRequest, fields: FormFields): void {
  parsed.set(request, fields);
}

function read(request: FastifyRequest, max: typeof ofLongForms): FormFields {
  const encoded = typeof request.body === "string" ? request.body : "";
  if (encoded.split("&", max.fields + 1).length > max.fields) throw tooLarge();
  const fields = parseFormFields(encoded);
  // Set by the guard of the admin area, for people who are signed in.
  requireShort(fields, request.adminPageRequest ? Math.max(max.length, maxStaffLength) : max.length);
  parsed.set(request, fields);
  return fields;
}

/** Throws if the fields of a form are too long together. */
export function requireShort(fields: FormFields, max = maxLength): void {
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > max) throw tooLarge();
}

const tooLarge = () => Object.assign(new Error("The form is too large."), { statusCode: 413 });
