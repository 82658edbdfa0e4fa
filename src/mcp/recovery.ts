import type { ProblemCode } from "#domain/platform/problem.ts";

const mend = "Change the arguments that errors names, and call again.";
const readAgain = "Read the thing again with its get tool, and decide anew.";

/** What an agent can do about a failure. */
export const recoveries: Record<string, string> & Partial<Record<ProblemCode, string>> = {
  invalid_request: mend,
  validation_failed: mend,
  invalid_filter: mend,
  unknown_field: "Leave the argument out, or write it as the tool's schema does.",
  unknown_setting: "Read the settings with get_school, and use a name that is there.",
  invalid_id: "Ids begin with what they are of. Look the right one up with a list or search tool.",
  invalid_cursor: "Leave cursor out to begin again, and change no filter while you page.",
  too_many_rows: "Send fewer at a time.",
  not_found: "Look it up with a list or search tool: it may be called otherwise, or not be public.",
  rate_limited: "Wait for retry_after_seconds, then repeat.",
  role_required: "The person you act for may not do this here. Ask somebody who runs the site.",
  role_escalation: "Nobody gives a role above their own. Ask an owner of the site.",
  invalid_state: "Choose one of allowed_values, or bring it into another state first.",
  not_publishable: "Add what errors names, then publish again.",
  etag_mismatch: `Somebody changed it. ${readAgain}`,
  precondition_required: "Pass if_match: the etag that the get tool answers.",
  idempotency_in_progress: "Repeat the same call in a moment.",
  idempotency_key_reused: "Use a new idempotency_key: this one belongs to another call.",
  slug_taken: "Choose another slug, or leave it out.",
  code_taken: "Choose another code.",
  path_taken: "Choose another path.",
  slot_taken: "Read the open slots with get_consulting_service, and choose another.",
  already_exists: "It is there already: list it, and change that one.",
  already_issued: "The enrollment has its certificate already: nothing is left to do.",
  last_owner: "Make somebody else an owner first.",
  confirmation_required: "Ask the person you work for. If they agree, call again with confirm: true.",
};

/** Where nothing better is known. */
export const otherRecovery = readAgain;
