import type { FastifyError, FastifyRequest } from "fastify";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import { logFailure, outageOf } from "#http/outage.ts";
import { transportErrorOf } from "#http/transport-error.ts";
import { ScimError, type ScimType } from "./scim-error.ts";

const statuses: Partial<Record<ProblemCode, readonly [status: number, scimType?: ScimType]>> = {
  invalid_id: [404],
  not_found: [404],
  validation_failed: [400, "invalidValue"],
  unknown_field: [400, "invalidSyntax"],
  already_member: [409, "uniqueness"],
  already_exists: [409, "uniqueness"],
  role_escalation: [403],
  role_required: [403],
  etag_mismatch: [412],
  precondition_failed: [412],
  rate_limited: [429],
};

/** Translates any error into the dialect of SCIM. */
export function errorOf(error: FastifyError | Error, request: FastifyRequest): ScimError {
  if (error instanceof ScimError) return error;
  if (error instanceof Problem) return problemOf(error);
  const outage = outageOf(error);
  if (outage) {
    logFailure(request, error);
    const { status, message, retryAfterSeconds } = outage;
    return new ScimError(status, message, { retryAfterSeconds });
  }
  const refused = transportErrorOf(error, "Send the request body as application/scim+json.");
  if (refused) {
    const { statusCode, message } = refused;
    return new ScimError(statusCode, message, statusCode === 400 ? { scimType: "invalidSyntax" } : {});
  }
  logFailure(request, error);
  return new ScimError(500, `An internal error occurred. Report the request ID to the school: ${request.id}.`);
}

function problemOf({ code, message, details }: Problem): ScimError {
  const [status, scimType] = statuses[code] ?? [409];
  // Errors of one field name it, because the message alone may not.
  const [first] = details.errors ?? [];
  const detail = first && first.pointer !== "" ? `${first.pointer.slice(1)}: ${first.detail}` : message;
  return new ScimError(status, detail, {
    ...(scimType && { scimType }),
    retryAfterSeconds: details.retryAfterSeconds,
  });
}
