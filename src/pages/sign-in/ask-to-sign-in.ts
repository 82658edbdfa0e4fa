import type { FastifyReply, FastifyRequest } from "fastify";
import { readCookie } from "#http/cookies.ts";
import { partsOf } from "#http/multipart-parts.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { signInFor } from "./return-to.ts";
import { showSignIn } from "./sign-in.ts";
import { isFromThisSite } from "../forms/stale-form.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { maxBytes, sealUnsavedForm } from "../forms/unsaved-form.ts";
import type { PageRequest } from "../responses/page-request.ts";

/**
 * Responds to a visitor without a session: redirects to sign-in and back to `address`. For a form whose session has
 * ended, the sign-in page carries what was entered, so that it is shown again after sign-in.
 */
export async function askToSignIn(
  pageRequest: PageRequest,
  address = signInFor(pageRequest.request),
): Promise<FastifyReply> {
  const fields = isKeepable(pageRequest) ? await readTexts(pageRequest.request) : undefined;
  const unsaved = fields && sealUnsavedForm(pageRequest, fields);
  if (unsaved === undefined) return pageRequest.reply.redirect(address, 303);
  return showSignIn(pageRequest, undefined, { action: address, unsaved, problem: { kind: "not_saved" } }, 403);
}

/**
 * True for forms that a page of this site may have sent from this browser, of a size that can be kept. Callers can
 * check this before the body is read.
 */
export const isKeepable = ({ request, context, browser }: PageRequest): boolean =>
  request.method === "POST" &&
  isFromThisSite(request, context) &&
  readCookie(request, context.site, "browser") === browser &&
  (isMultipart(request) || isShort(request));

/** Percent-encoding triples the bytes of text outside ASCII. */
const isShort = ({ headers }: FastifyRequest): boolean =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true &&
  Number(headers["content-length"]) <= 3 * maxBytes;

const isMultipart = ({ headers }: FastifyRequest): boolean =>
  headers["content-type"]?.startsWith("multipart/form-data") === true;

/** Returns the fields without files, or undefined if the form cannot be read or is too long to keep. */
async function readTexts(request: FastifyRequest): Promise<FormFields | undefined> {
  try {
    return isMultipart(request) ? await readTextParts(request) : fieldsOf(request);
  } catch {
    return undefined;
  }
}

async function readTextParts(request: FastifyRequest): Promise<FormFields | undefined> {
  const fields: [name: string, value: string][] = [];
  let length = 0;
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      part.file.resume();
      continue;
    }
    const value = String(part.value);
    length += part.fieldname.length + value.length;
    if (length > maxBytes) return undefined;
    fields.push([part.fieldname, value]);
  }
  return fields;
}
