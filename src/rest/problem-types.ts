import type { ProblemCode } from "#domain/platform/problem.ts";
import type { OutageCode } from "#http/outage.ts";

/** Errors that occur before an operation runs. */
type TransportCode =
  | "method_not_allowed"
  | "body_too_large"
  | "unsupported_media_type"
  | "maintenance"
  | OutageCode
  | "internal";

export type ErrorCode = ProblemCode | TransportCode;

/** Status and title of each problem code (RFC 9457 §3.1). */
export const problemTypes: Record<ErrorCode, { status: number; title: string }> = {
  invalid_request: { status: 400, title: "The request is malformed" },
  invalid_id: { status: 400, title: "The ID has the wrong type" },
  invalid_cursor: { status: 400, title: "The cursor is invalid" },
  invalid_filter: { status: 400, title: "A filter is invalid" },
  validation_failed: { status: 422, title: "A value is invalid" },
  unknown_field: { status: 422, title: "Unknown field" },
  read_only: { status: 422, title: "The field is read-only" },
  unknown_setting: { status: 422, title: "Unknown setting" },
  too_many_rows: { status: 413, title: "Too many rows in one request" },
  invalid_token: { status: 401, title: "The access token is invalid" },
  insufficient_scope: { status: 403, title: "The token lacks a required scope" },
  insufficient_user_authentication: { status: 401, title: "The member must sign in again" },
  role_required: { status: 403, title: "The member's role does not allow this" },
  role_escalation: { status: 403, title: "You cannot grant a role above your own" },
  rate_limited: { status: 429, title: "Too many requests" },
  not_found: { status: 404, title: "Not found" },
  conflict: { status: 409, title: "The request conflicts with the current state" },
  already_member: { status: 409, title: "The person is already a member" },
  already_issued: { status: 409, title: "A valid certificate already exists" },
  already_exists: { status: 409, title: "The resource already exists" },
  slug_taken: { status: 409, title: "The slug is taken" },
  code_taken: { status: 409, title: "The code is taken" },
  path_taken: { status: 409, title: "The path is taken" },
  slot_taken: { status: 409, title: "The slot is taken" },
  invalid_state: { status: 409, title: "The state transition is not allowed" },
  not_publishable: { status: 422, title: "The resource is not ready to publish" },
  has_dependents: { status: 409, title: "Other resources depend on it" },
  plan_in_use: { status: 409, title: "The plan has subscriptions" },
  pricing_in_use: { status: 409, title: "The price is in use" },
  coupon_redeemed: { status: 409, title: "The coupon has been redeemed" },
  sold_out: { status: 409, title: "Sold out" },
  capacity_below_sold: { status: 409, title: "The capacity is below the number of seats sold" },
  file_in_use: { status: 409, title: "The file is in use" },
  checksum_mismatch: { status: 422, title: "The checksum does not match" },
  unsupported_media: { status: 422, title: "The file type is not supported" },
  last_owner: { status: 409, title: "The site must keep an owner" },
  active_subscriptions: { status: 409, title: "The member has active subscriptions" },
  already_subscribed: { status: 409, title: "The member already has this plan" },
  has_values: { status: 409, title: "The field has values" },
  etag_mismatch: { status: 412, title: "The resource has changed" },
  precondition_failed: { status: 412, title: "A condition of the request is not met" },
  precondition_required: { status: 428, title: "If-Match is required" },
  idempotency_in_progress: { status: 409, title: "The same request is in progress" },
  idempotency_key_reused: { status: 422, title: "The idempotency key was used for another request" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  body_too_large: { status: 413, title: "The request body is too large" },
  unsupported_media_type: { status: 415, title: "The content type is not supported" },
  maintenance: { status: 503, title: "Temporarily unavailable" },
  database_unavailable: { status: 503, title: "The database is unavailable" },
  database_busy: { status: 503, title: "The database is overloaded" },
  storage_unavailable: { status: 503, title: "The file storage is unavailable" },
  insufficient_storage: { status: 507, title: "The server has no disk space left" },
  internal: { status: 500, title: "Internal server error" },
};
