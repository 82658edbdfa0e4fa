import type { FastifyRequest } from "fastify";
import { type FormFields, parseFormFields } from "#lib/form-fields.ts";

/** Far more than the longest real form has: 60 questions with 100 choices each. */
const maxFields = 8000;
/** Characters of all names and values together: 15 answers of maximum length. */
const maxLength = 150_000;
/** For staff: a post has 200,000 characters, and a form that is shown again after a conflict has further fields. */
const maxLengthOfStaff = 400_000;

/** Handlers read a form several times: its token, its values, and both again to render it once more. */
const parsed = new WeakMap<FastifyRequest, FormFields>();

/** Returns the fields of a URL-encoded form. Throws if they would take long to process. */
export function fieldsOf(request: FastifyRequest): FormFields {
  const known = parsed.get(request);
  if (known) return known;
  const encoded = typeof request.body === "string" ? request.body : "";
  if (encoded.split("&", maxFields + 1).length > maxFields) throw tooLarge();
  const fields = parseFormFields(encoded);
  // Set by the guard of the admin area, for people who are signed in.
  requireShort(fields, request.adminPageRequest ? maxLengthOfStaff : maxLength);
  parsed.set(request, fields);
  return fields;
}

/** Throws if the fields of a form are too long together. */
export function requireShort(fields: FormFields, max = maxLength): void {
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > max) throw tooLarge();
}

const tooLarge = () => Object.assign(new Error("The form is too large."), { statusCode: 413 });
