import type { ErrorCode } from "../problem-types.ts";
import { exampleId } from "#domain/platform/ids.ts";
import { outageMessages } from "#http/outage.ts";

interface ProblemExample {
  detail: string;
  errors?: readonly { pointer: string; code: string; detail: string }[];
  allowed?: readonly string[];
}

const at = (pointer: string, code: string, detail: string): ProblemExample => ({
  detail,
  errors: [{ pointer, code, detail }],
});

/** Example details of each problem code. */
export const problemExamples: Record<ErrorCode, ProblemExample> = {
  invalid_request: { detail: "The request is malformed." },
  invalid_id: { detail: "Expected the ID of a course: crs_ and 26 letters or digits." },
  invalid_cursor: { detail: "This cursor was not issued by this list. Omit it to start from the first page." },
  invalid_filter: at("/limit", "too_big", "Expected at most 200."),
  validation_failed: at("/name", "invalid_type", "This is required."),
  unknown_field: at("/tilte", "unknown_field", "There is no such field. Did you mean title?"),
  read_only: at(
    "/status",
    "read_only",
    'The field is read-only and is now "draft". Change it with POST /api/v1/courses/{course}/publish.',
  ),
  unknown_setting: { detail: "Unknown setting autoplay. Did you mean autoplay_next?" },
  too_many_rows: at("/operations", "too_many_rows", "Expected at most 100 rows in one request."),
  invalid_token: { detail: "An access token or API key is required." },
  insufficient_scope: { detail: "This operation requires the scope courses:write." },
  insufficient_user_authentication: {
    detail:
      "The school requires a stronger or more recent sign-in for this operation. Send the member through authorization again with acr_values=urn:lectern:acr:two-factors and max_age=3600.",
  },
  role_required: { detail: "The member's roles at this site do not grant courses:write." },
  role_escalation: { detail: "Only an owner can do this." },
  rate_limited: { detail: "Too many attempts. Try again in 12 seconds." },
  not_found: { detail: `There is no course ${exampleId("course")} at this site.` },
  conflict: { detail: "The same resources were changed concurrently. Try again." },
  already_member: {
    detail: "ana@school.example is already a member of this site. Change the existing member instead.",
  },
  already_issued: { detail: "This enrollment already has a valid certificate. Revoke it first." },
  already_exists: { detail: "Another resource has this external_id." },
  slug_taken: { detail: "Another course has the slug the-night-sky. Choose another one." },
  code_taken: { detail: "Another coupon has the code SPRING-25. Choose another one." },
  path_taken: { detail: "Another page has the path /visit. Choose another one." },
  slot_taken: { detail: "This slot has just been booked. Choose another slot." },
  invalid_state: {
    detail: "A course that is archived cannot be published. It can be reverted to draft.",
    allowed: ["draft"],
  },
  not_publishable: { detail: "Publish at least one lecture of the course." },
  has_dependents: { detail: "The category contains posts. Send reassign_to to move them." },
  plan_in_use: { detail: "The type of a plan with subscriptions cannot change. Create a new plan instead." },
  pricing_in_use: {
    detail:
      "The interval of a price with subscriptions cannot change. Create a new price and set this one to inactive.",
  },
  coupon_redeemed: {
    detail: "The discount of a redeemed coupon cannot change. Create a new coupon and disable this one.",
  },
  sold_out: { detail: "All seats of this plan are taken." },
  capacity_below_sold: { detail: "Choose at least 23: that many seats are taken." },
  file_in_use: { detail: `The file is used by course ${exampleId("course")}. Remove it there first.` },
  checksum_mismatch: { detail: "The assembled file does not match the announced sha256. Start a new upload." },
  unsupported_media: { detail: "The file must be an image: JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG." },
  last_owner: { detail: "This is the last owner of the site. Make another member an owner first." },
  active_subscriptions: {
    detail: "The member has active subscriptions. Send cancel_subscriptions=true to cancel them as well.",
  },
  already_subscribed: { detail: "The member already has this plan. Extend the existing subscription instead." },
  has_values: { detail: "Members have values in this field. Repeat the request with force=true to delete them too." },
  precondition_failed: {
    detail: "The resource exists already, and If-None-Match: * allows only to create it. Nothing was changed.",
  },
  etag_mismatch: { detail: "The resource has changed since you read it. Read it again and retry with its new ETag." },
  precondition_required: {
    detail: "Send If-Match with the ETag of the version that you read, so that concurrent changes are not lost.",
  },
  idempotency_in_progress: { detail: "A request with this Idempotency-Key is in progress. Retry in a moment." },
  idempotency_key_reused: {
    detail:
      "This Idempotency-Key was used for a different request. Use a new key for each request, and the same key only for retries.",
  },
  method_not_allowed: { detail: "This endpoint supports GET, POST." },
  body_too_large: { detail: "The request body is too large for this endpoint. Send less data per request." },
  unsupported_media_type: { detail: "Send the request body as application/json." },
  maintenance: { detail: "Retry in a few minutes." },
  database_unavailable: { detail: outageMessages.database_unavailable },
  database_busy: { detail: outageMessages.database_busy },
  storage_unavailable: { detail: outageMessages.storage_unavailable },
  insufficient_storage: { detail: outageMessages.insufficient_storage },
  internal: {
    detail:
      "An internal error occurred. Retry the request. If the error persists, report the request ID to the school.",
  },
};
