import type { ProblemCode } from "#domain/platform/problem.ts";

const fixArguments = "Correct the arguments that errors lists, and call again.";
const getTool = "the get tool of the resource";
const readAgain = `Read the current state with ${getTool}, then decide whether to retry.`;

const readFirst =
  "Wait for retry_after_seconds. The change may have been made: read the current state before you repeat it, or repeat it with the same idempotency_key.";

export const recoveries: Record<string, string> & Partial<Record<ProblemCode, string>> = {
  invalid_request: fixArguments,
  validation_failed: fixArguments,
  invalid_filter: fixArguments,
  unknown_tool: "Find the name of the tool and its input schema with search_tools.",
  unknown_field: "Remove the argument, or spell it as in the tool's input schema.",
  read_only: "Remove the argument.",
  unknown_setting: "Read the settings with get_school_settings, and use an existing name.",
  invalid_id: "The prefix of an ID names its resource type. Find the right ID with a list or search tool.",
  invalid_cursor: "Omit cursor to start again, and keep the same filters on every page.",
  too_many_rows: "Send fewer rows per call.",
  not_found: "Find it with a list or search tool. It may have another ID or slug, or may not be public.",
  database_unavailable: readFirst,
  database_busy: "Wait for retry_after_seconds, then retry with a smaller limit.",
  storage_unavailable: "Wait for retry_after_seconds, then retry.",
  insufficient_storage: "Tell the user that the server has no disk space left. Retrying does not help.",
  rate_limited: "Wait for retry_after_seconds, then retry.",
  role_required: "The member you act for lacks the required role. Ask an owner or manager of the site.",
  role_escalation: "Members cannot grant a role above their own. Ask an owner of the site.",
  invalid_state: "Use one of allowed_values, or change the state of the resource first.",
  not_publishable: "Add what errors lists, then publish again.",
  etag_mismatch: `The resource has changed since you read it. ${readAgain}`,
  precondition_required: `Pass if_match with the etag from ${getTool}.`,
  idempotency_in_progress: "Repeat the same call after a few seconds.",
  idempotency_key_reused: "Use a new idempotency_key. This key belongs to a call with other arguments.",
  slug_taken: "Choose another slug, or omit it.",
  code_taken: "Choose another code.",
  path_taken: "Choose another path.",
  slot_taken: "Read the available slots with get_consulting_service, and choose another.",
  already_exists: "The resource already exists. Find it with the list tool and update it.",
  already_issued: "The enrollment already has a certificate. No action is needed.",
  last_owner: "Give the owner role to another member first.",
  confirmation_required: "Ask the user. If they agree, call again as the message says, or with confirm: true.",
};

/** Returns the recovery hint for an error code. `reader` is the tool that reads the resource of the call. */
export const recoveryOf = (code: string, reader: string | undefined): string =>
  (recoveries[code] ?? readAgain).replaceAll(getTool, reader ?? getTool);
