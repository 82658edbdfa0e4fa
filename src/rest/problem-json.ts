import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/input/refused-input.ts";
import { challengeOf, Refusal, type RefusalCode } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { logFailure, outageOf } from "#http/outage.ts";
import { transportErrorOf } from "#http/transport-error.ts";
import { wirePointer } from "#lib/wire/pointer.ts";
import { recordError } from "#telemetry/record-error.ts";
import { type ErrorCode, problemTypes } from "./problem-types.ts";

/** RFC 9457 §3, with extension members that help programs to fix the request. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  request_id: string;
  errors?: { pointer: string; code: string; detail: string }[];
  allowed?: readonly string[];
  /** The authentication to request, as in the challenge (RFC 9470 §3). */
  acr_values?: string;
  max_age?: number;
}

export const wrongMethodCode = "WRONG_METHOD";

/** Sends any error as a problem. `input` is the schema that error pointers refer to. */
export function sendProblem(
  error: FastifyError | Refusal | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemOf(error, request);
  const { status } = problemTypes[problem.code];
  recordError(problem.code, request.scope);
  if (status >= 500) logFailure(request, error);
  const { site, caller } = contextOf(request);
  if (isChallenged(problem.code)) {
    // Includes the granted scopes: a client that requests exactly the challenge would lose them otherwise.
    const granted = caller.kind === "token" ? [...caller.scopes] : [];
    const scopes = [...granted, ...(problem.scopes ?? [])];
    const refusal = new Refusal(problem.code, problem.message, scopes, problem.demand);
    const challenge = challengeOf(site, refusal);
    if (challenge) reply.header("www-authenticate", challenge);
  }
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", String(problem.retryAfterSeconds));
  return reply
    .code(status)
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(bodyOf(problem, site.origin, request.id)));
}

/** Returns whether another authorization can help. */
const isChallenged = (code: ErrorCode): code is Exclude<RefusalCode, "role_required"> =>
  code === "invalid_token" || code === "insufficient_scope" || code === "insufficient_user_authentication";

interface Described {
  code: ErrorCode;
  message: string;
  scopes?: Problem["details"]["scopes"];
  demand?: Problem["details"]["demand"];
  retryAfterSeconds?: number | undefined;
  errors?: Problem["details"]["errors"];
  allowed?: readonly string[] | undefined;
}

export function bodyOf(problem: Described, origin: string, requestId: string): ProblemBody {
  const { status, title } = problemTypes[problem.code];
  return {
    type: `${origin}/docs/errors/${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors && { errors: [...problem.errors] }),
    ...(problem.allowed && { allowed: problem.allowed }),
    ...(problem.demand && { acr_values: problem.demand.acr }),
    ...(problem.demand?.maxAge == null ? {} : { max_age: problem.demand.maxAge }),
  };
}

/** Translates the pointers of a problem to the names in the request's JSON. */
export const onTheWire = (problem: Problem, input: z.ZodType): Problem =>
  withPointers(problem, (pointer) => wirePointer(input, pointer));

export const describe = ({ code, message, details }: Problem): Described => ({ code, message, ...details });

function problemOf(error: FastifyError | Refusal | Problem, request: FastifyRequest): Described {
  if (error instanceof Problem) return describe(error);
  if (error instanceof Refusal) return { code: error.code, message: error.message, scopes: error.scopes };
  const outage = outageOf(error);
  if (outage) return outage;
  if (error.code === wrongMethodCode) return { code: "method_not_allowed", message: error.message };
  const isForm = request.routeOptions.config.takes === "form";
  const unreadable = isForm ? unreadableAsForm[error.code] : undefined;
  if (unreadable) return { code: unreadable[0], message: unreadable[1] };
  const refused = transportErrorOf(error, "Send the request body as application/json.");
  if (refused) return { code: refused.code, message: refused.message };
  return {
    code: "internal",
    message:
      "An internal error occurred. Retry the request. If the error persists, report the request ID to the school.",
  };
}

/** Errors of a multipart form that has one file. */
const unreadableAsForm: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "unsupported_media_type",
    "Send the file in the part `file` of multipart/form-data, or from_url as application/json.",
  ],
  FST_REQ_FILE_TOO_LARGE: [
    "body_too_large",
    "The file is too large for this endpoint. Send large files in parts: POST /api/v1/uploads.",
  ],
  FST_FILES_LIMIT: ["invalid_request", "The form has several files. Send one file per request, in the part `file`."],
};
