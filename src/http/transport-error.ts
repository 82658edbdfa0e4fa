import type { FastifyError } from "fastify";
import { forbiddenField, jsonLimitCode } from "./json-errors.ts";

/** Reasons to refuse a request for its bytes, its headers or its conditions, whatever it asks for. */
export type TransportReason = "invalid_request" | "precondition_failed" | "body_too_large" | "unsupported_media_type";

const statuses: Record<TransportReason, number> = {
  invalid_request: 400,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
};

/** The message is for the client. Each surface writes it in its own format. */
export class TransportError extends Error {
  override name = "TransportError";
  readonly code: TransportReason;
  readonly statusCode: number;

  constructor(reason: TransportReason, message: string) {
    super(message);
    this.code = reason;
    this.statusCode = statuses[reason];
  }
}

/** Errors of Fastify, its plugins and the parsers, by their code. Undefined: the message of the error is ours. */
const reasonsByCode: Readonly<Record<string, readonly [reason: TransportReason, message?: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    "body_too_large",
    "The request body is too large for this endpoint. Send less data per request.",
  ],
  FST_REQ_FILE_TOO_LARGE: ["body_too_large", "The file is too large for this endpoint."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "invalid_request",
    "The length of the request body does not match Content-Length.",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["invalid_request", "The request body is empty. Send JSON."],
  FST_ERR_CTP_INVALID_JSON_BODY: ["invalid_request"],
  [forbiddenField.code]: ["invalid_request", forbiddenField.message],
  [jsonLimitCode]: ["body_too_large"],
  FST_FILES_LIMIT: ["invalid_request", "The form has too many files."],
  FST_FIELDS_LIMIT: ["invalid_request", "The form has too many parts. Send each field once."],
  FST_PARTS_LIMIT: ["invalid_request", "The form has too many parts. Send each field once."],
  FST_PROTO_VIOLATION: ["invalid_request", "The form has a part with an unknown name. Remove it."],
};

/** Codes of a body of another media type. */
const wrongType: ReadonlySet<string> = new Set([
  "FST_ERR_CTP_INVALID_MEDIA_TYPE",
  "FST_INVALID_MULTIPART_CONTENT_TYPE",
]);

/**
 * Translates an error that was raised before an endpoint ran, so that no text of the framework reaches a client.
 * Undefined for a failure of the server. `accepted`: the advice for a body of another media type.
 */
export function transportErrorOf(error: Error | FastifyError, accepted: string): TransportError | undefined {
  if (error instanceof TransportError) return error;
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>;
  if (wrongType.has(code)) return new TransportError("unsupported_media_type", accepted);
  const [reason, message = error.message] = reasonsByCode[code] ?? [];
  if (reason) return new TransportError(reason, message);
  if (statusCode >= 500) return undefined;
  return statusCode === 413
    ? new TransportError("body_too_large", "The request is too large.")
    : new TransportError("invalid_request", "The request is malformed.");
}
