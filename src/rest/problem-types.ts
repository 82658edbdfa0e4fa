import type { ProblemCode } from "#domain/problem.ts";

/** Failures that the server itself answers, before an operation is reached. */
type TransportCode = "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "maintenance" | "internal";

export type ErrorCode = ProblemCode | TransportCode;

/** What each code is called, and the status that it comes with (RFC 9457 §3.1). */
export const problemTypes: Record<ErrorCode, { status: number; title: string }> = {
  invalid_request: { status: 400, title: "The request cannot be read" },
  invalid_id: { status: 400, title: "An id is of another kind" },
  invalid_cursor: { status: 400, title: "The cursor belongs to another list" },
  invalid_filter: { status: 400, title: "A filter cannot be read" },
  validation_failed: { status: 422, title: "A value is not accepted" },
  unknown_field: { status: 422, title: "There is no such field" },
  unknown_setting: { status: 422, title: "There is no such setting" },
  too_many_rows: { status: 413, title: "Too many rows in one request" },
  invalid_token: { status: 401, title: "The access token is not accepted" },
  insufficient_scope: { status: 403, title: "The token lacks a scope" },
  role_required: { status: 403, title: "The member's role does not give this" },
  role_escalation: { status: 403, title: "Nobody gives a role above their own" },
  rate_limited: { status: 429, title: "Too many requests" },
  not_found: { status: 404, title: "There is no such thing here" },
  conflict: { status: 409, title: "It contradicts what is there" },
  already_member: { status: 409, title: "The person is a member already" },
  already_exists: { status: 409, title: "It exists already" },
  slug_taken: { status: 409, title: "The slug is taken" },
  code_taken: { status: 409, title: "The code is taken" },
  path_taken: { status: 409, title: "The path is taken" },
  slot_taken: { status: 409, title: "The time is taken" },
  invalid_state: { status: 409, title: "Its state does not allow this" },
  not_publishable: { status: 422, title: "It cannot be published yet" },
  has_dependents: { status: 409, title: "Other things depend on it" },
  plan_in_use: { status: 409, title: "The plan was sold" },
  pricing_in_use: { status: 409, title: "The price is in use" },
  coupon_redeemed: { status: 409, title: "The coupon was redeemed" },
  sold_out: { status: 409, title: "It is sold out" },
  capacity_below_sold: { status: 409, title: "More are sold than that" },
  file_in_use: { status: 409, title: "The file is in use" },
  checksum_mismatch: { status: 422, title: "The bytes are not those that were announced" },
  unsupported_media: { status: 422, title: "Files of this kind are not accepted" },
  last_owner: { status: 409, title: "A site keeps an owner" },
  active_subscriptions: { status: 409, title: "The member still subscribes" },
  has_values: { status: 409, title: "People have values of it" },
  etag_mismatch: { status: 412, title: "It was changed meanwhile" },
  precondition_required: { status: 428, title: "Say which version you have read" },
  idempotency_in_progress: { status: 409, title: "The same request is under way" },
  idempotency_key_reused: { status: 422, title: "The key was used for another request" },
  method_not_allowed: { status: 405, title: "The address does not accept this method" },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body is of another type" },
  maintenance: { status: 503, title: "Not available at the moment" },
  internal: { status: 500, title: "Something went wrong here" },
};
