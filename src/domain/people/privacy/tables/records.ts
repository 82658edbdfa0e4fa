import type { PersonalTable } from "../personal-table.ts";

/** What was noted of everything that happened. */
export const records: readonly PersonalTable[] = [
  {
    table: "audit_entries",
    holds: "Who did what in matters of security, from which address",
    kind: "auditEntry",
    actors: "member_id",
    personal: "resource_id details address",
    impersonal: "site_id id action actor_kind client_id resource_type request_id created_at",
    exportedAs: "activity",
    erasure: {
      how: "search",
      why: "The log stays. Where the person stands in it, their id is another that leads to nobody, their addresses go, and so does all that names them in the details.",
    },
  },
  {
    table: "outbox_events",
    holds: "What happened, for whoever subscribes to it",
    kind: "webhookEvent",
    actors: "member_id",
    personal: "object_id data previous_attributes",
    impersonal: "site_id id type client_id created_at sequence is_whole",
    erasure: {
      how: "search",
      why: "Events that name the person are left with the kind and the id of their thing; all go in time. `member.erased` names the id that the person had, so that others can erase them too.",
    },
  },
  {
    table: "webhook_deliveries",
    holds: "How events were delivered, and what a receiver answered",
    kind: "webhookDelivery",
    personal: "response_excerpt error",
    impersonal:
      "site_id id endpoint_id event_id event_type status attempt http_status latency_ms next_attempt_at claimed_until created_at updated_at",
    erasure: { how: "search", why: "Answers that name the person go." },
  },
  {
    table: "webhook_endpoints",
    holds: "Where events are sent, and by whose application",
    kind: "webhookEndpoint",
    actors: "member_id",
    secret: "secret previous_secret",
    impersonal:
      "site_id id url event_types description payload status disabled_reason previous_secret_expires_at failure_streak failing_since last_success_at grant_id client_id scopes external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "own", why: "Those of the person's applications are told nothing any more and switched off." },
  },
  {
    table: "idempotency_keys",
    holds: "What writes were answered, for a day",
    personal: "body",
    secret: "digest request_digest",
    impersonal: "site_id status expires_at",
    erasure: { how: "search", why: "Answers that name the person go." },
  },
  {
    table: "job_results",
    holds: "Rows of an import that could not be done, or not wholly, and coupons that a job made",
    kind: "jobResult",
    personal: "name error warnings made",
    impersonal: "site_id id job_id row_number created_at",
    erasure: { how: "search", why: "Those that name the person go." },
  },
  {
    table: "jobs",
    holds: "Imports, exports and erasures: who started them, from which address, and about whom",
    kind: "job",
    actors: "member_id",
    personal: "subject_id address options error metadata result_object_id",
    impersonal:
      "site_id id kind format status dry_run file_id object_id total processed created updated unchanged failed warned attempt client_id grant_id scopes request_id cancel_requested_at started_at finished_at version created_at updated_at result_name result_type result_size result_sha256 result_expires_at",
    erasure: {
      how: "own",
      why: "Exports of the person go, with the bytes, and so do those of the school, which hold everybody. Of jobs that they started, the id stands for nobody and the address goes. The job that erases forgets whom with its last step.",
    },
  },
  {
    table: "job_pieces",
    holds: "Pieces of an export that is being made",
    impersonal: "site_id job_id number name object_id stored_size byte_size crc32 goes_on_at",
    erasure: {
      how: "keep",
      why: "They go when it is made, and what was made of them goes with the first erasure after it.",
    },
  },
  {
    table: "notices",
    holds: "What many were told at once, in the school's words",
    impersonal: "site_id id cause topic audience template data title body link until position created_at finished_at",
    erasure: { how: "keep", why: "It is told to nobody in particular, and deleted after 90 days." },
  },
  {
    table: "graphile_worker._private_jobs",
    holds: "Work that waits: mails, sealed, and ids of other work",
    personal: "payload last_error",
    impersonal:
      "id job_queue_id task_id priority run_at attempts max_attempts created_at updated_at key locked_at locked_by revision flags is_available",
    erasure: {
      how: "own",
      why: "Mails to the person are opened, found and taken back; so is what could not be delivered.",
    },
  },
  {
    table: "graphile_worker._private_job_queues",
    holds: "Queues of work",
    impersonal: "id queue_name locked_at locked_by is_available",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "graphile_worker._private_tasks",
    holds: "Kinds of work",
    impersonal: "id identifier",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "graphile_worker._private_known_crontabs",
    holds: "What the clock starts",
    impersonal: "identifier known_since last_execution",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "graphile_worker.migrations",
    holds: "What the queue consists of",
    impersonal: "id ts breaking",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "schema_migrations",
    holds: "What the database consists of",
    impersonal: "name applied_at",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "secret_key_fingerprint",
    holds: "Which secret key the database was sealed with",
    impersonal: "only_row fingerprint created_at",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "webhook_feeds",
    holds: "Numbers of events",
    impersonal: "site_id last_sequence",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "api_calls",
    holds: "How many requests there were a day",
    impersonal: "site_id day calls",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "lecture_releases",
    holds: "Up to when lectures that open were told of",
    impersonal: "site_id told_until",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "stored_objects",
    holds: "Which bytes are stored",
    impersonal: "site_id id released_at",
    erasure: { how: "keep", why: "They go with what they belong to." },
  },
  {
    table: "upload_parts",
    holds: "Parts of files that are being sent",
    impersonal: "site_id upload_id number object_id byte_size sha256",
    erasure: { how: "keep", why: "They go with their upload." },
  },
  {
    table: "rollups",
    holds: "Sums",
    impersonal: "site_id counter dimension grain bucket key currency value",
    erasure: { how: "keep", why: "No sum tells of one person; small ones are not shown." },
  },
  {
    table: "active_learners",
    holds: "Who learned on which day, as bits by number",
    impersonal: "site_id dimension grain bucket key page bits",
    erasure: { how: "keep", why: "The number leads to nobody." },
  },
  {
    table: "rollup_clock",
    holds: "Up to when everything is counted",
    impersonal: "only_row computed_through",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "rollup_backlogs",
    holds: "What is left to be counted",
    impersonal: "site_id computed_through",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
];
