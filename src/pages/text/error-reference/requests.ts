import { type ErrorEntry, rfc } from "./entry.ts";

/** Invalid requests to the operator API. */
export const operatorRequestErrors = {
  invalid_id: {
    group: "operator",
    title: "The ID has the wrong type",
    answered: "400 from the operator API",
    meaning:
      "The ID in the path or in a field belongs to another type of resource. Each type has its own prefix, for example `crs_` for courses.",
    fix: ["Read `detail`. It names the expected type.", "A path with `{course}` accepts the slug as well as the ID."],
    specification: [rfc(9110, "15.5.1")],
  },
  invalid_cursor: {
    group: "operator",
    title: "The cursor is invalid",
    answered: "400 from the operator API",
    meaning: "A cursor is valid only for the list that returned it, with the same filters and sort order.",
    fix: [
      'Follow `Link: rel="next"`, or repeat all parameters with the new `cursor`.',
      "Omit `cursor` to start at the first page.",
    ],
    specification: [rfc(9110, "15.5.1")],
  },
  invalid_filter: {
    group: "operator",
    title: "A filter is invalid",
    answered: "400 from the operator API",
    meaning: "A list parameter has an invalid value, for example an invalid date.",
    fix: [
      "Read `errors`. Each pointer names a parameter.",
      "Write ranges as `created_at[gte]=2025-11-20T00:00:00Z` and several values as `status=draft,published`.",
    ],
    specification: [rfc(9110, "15.5.1")],
  },
  validation_failed: {
    group: "operator",
    title: "A value is invalid",
    answered: "422 from the operator API",
    meaning: "The request is well-formed, but one or more values break a rule of their field.",
    fix: [
      "Read `errors`. Each entry has a JSON Pointer to the field and describes the expected value.",
      "Use `?dry_run=true` to validate a request without saving it.",
    ],
    specification: [rfc(9110, "15.5.21")],
  },
  unknown_field: {
    group: "operator",
    title: "Unknown field",
    answered: "422 from the operator API",
    meaning:
      "The body contains a field that this operation does not have. Unknown fields are rejected so that typing errors do not go unnoticed.",
    fix: ["Read `detail`. It suggests a similar field.", "`/openapi.json` lists the fields of every operation."],
    specification: [rfc(9110, "15.5.21")],
  },
  read_only: {
    group: "operator",
    title: "Read-only field",
    answered: "422 from the operator API",
    meaning:
      "A `PATCH` changes a field that clients can only read. Read-only fields that still have the value that you read are accepted, so that you can read a resource, edit it and send it back.",
    fix: [
      "Read `detail`. It states the current value and names the request that changes the field, such as `POST /api/v1/courses/{course}/publish` for `status`.",
      "If you did not edit the field, it changed since you read the resource. Read the resource again, repeat your edit and send `If-Match` with the new `ETag`.",
    ],
    specification: [rfc(9110, "15.5.21")],
  },
  unknown_setting: {
    group: "operator",
    title: "Unknown setting",
    answered: "422 from the operator API",
    meaning: "The settings group has no setting with this name.",
    fix: ["Retrieve the settings first: `GET /api/v1/school/settings`."],
    specification: [rfc(9110, "15.5.21")],
  },
  too_many_rows: {
    group: "operator",
    title: "Too many rows in one request",
    answered: "413 from the operator API",
    meaning: "The bulk request has more rows than the operation accepts.",
    fix: ["Send fewer rows per request. `detail` states the maximum."],
    specification: [rfc(9110, "15.5.14")],
  },
  role_escalation: {
    group: "operator",
    title: "You cannot grant a role above your own",
    answered: "403 from the operator API",
    meaning: "The change would grant a role above the role of the member that the token acts for.",
    fix: ["Ask a member with that role, or a higher one, to make the change."],
    specification: [rfc(9110, "15.5.4")],
  },
  etag_mismatch: {
    group: "operator",
    title: "The resource has changed",
    answered: "412 from the operator API",
    meaning: "`If-Match` names an old version. The resource was changed after you read it.",
    fix: ["Retrieve the resource again, apply your change to it and send it with the new `ETag`."],
    specification: [rfc(9110, "15.5.13")],
  },
  precondition_failed: {
    group: "operator",
    title: "A condition of the request is not met",
    answered: "412 from the operator API and other addresses",
    meaning:
      "`If-None-Match` names the current version, or is `*` and the resource exists. On a read: `If-Match` names another version, or the resource was modified after `If-Unmodified-Since`.",
    fix: [
      "To create a resource only if it does not exist, treat this response as: it exists. Retrieve it.",
      "To read or change it in any case, omit the condition.",
    ],
    specification: [rfc(9110, "13.1"), rfc(9110, "15.5.13")],
  },
  precondition_required: {
    group: "operator",
    title: "If-Match is required",
    answered: "428 from the operator API",
    meaning: "This operation replaces the whole resource and requires the version that you read.",
    fix: ["Retrieve the resource and repeat the request with `If-Match: <ETag>`."],
    specification: [rfc(6585, "3")],
  },
  idempotency_in_progress: {
    group: "operator",
    title: "The same request is in progress",
    answered: "409 from the operator API",
    meaning: "A request with this `Idempotency-Key` is still being processed.",
    fix: ["Retry in a moment. You get the response of the first request."],
    specification: [rfc(9110, "15.5.10")],
  },
  idempotency_key_reused: {
    group: "operator",
    title: "The idempotency key was used for another request",
    answered: "422 from the operator API",
    meaning: "An `Idempotency-Key` is valid for one request with the same method, path and body.",
    fix: ["Use a new key for each request. Reuse a key only to retry the same request."],
    specification: [rfc(9110, "15.5.21")],
  },
  body_too_large: {
    group: "operator",
    title: "The request body is too large",
    answered: "413 from the operator API",
    meaning: "A request body can have at most 1 MiB, or 10 MiB for bulk requests and imports.",
    fix: ["Send less per request. Use an upload for files."],
    specification: [rfc(9110, "15.5.14")],
  },
  unsupported_media_type: {
    group: "operator",
    title: "The content type is not supported",
    answered: "415 from the operator API",
    meaning: "The operator API accepts JSON, multipart forms for files, and bytes for upload parts.",
    fix: [
      "Send `Content-Type: application/json`.",
      "To upload a file, send `multipart/form-data` with the part `file` to `POST /api/v1/files`.",
    ],
    specification: [rfc(9110, "15.5.16")],
  },
  maintenance: {
    group: "operator",
    title: "Temporarily unavailable",
    answered: "503 from the operator API",
    meaning:
      "Reserved for a site under maintenance. This version does not send this code. Outages have the codes `database_unavailable`, `database_busy` and `storage_unavailable`.",
    fix: ["Wait for the number of seconds in `Retry-After`, then retry."],
    specification: [rfc(9110, "15.6.4")],
  },
  internal: {
    group: "operator",
    title: "Internal server error",
    answered: "500 from the operator API",
    meaning:
      "An unexpected error occurred on the server. The server log contains it with the `request_id` of the response.",
    fix: [
      "Retry the request. A POST with an `Idempotency-Key` is safe to retry.",
      "If the error persists, report the `request_id` to the administrators of the site.",
    ],
    specification: [rfc(9110, "15.6.1")],
  },
} satisfies Record<string, ErrorEntry>;
