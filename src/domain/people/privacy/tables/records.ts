import type { PersonalTable } from "../personal-table.ts";

/** Logs and event records. */
export const records: readonly PersonalTable[] = [
  {
    table: "audit_entries",
    holds: "Security-relevant actions, with actor and IP address",
    kind: "auditEntry",
    actors: "member_id",
    personal: "resource_id details address",
    impersonal: "site_id id action actor_kind client_id resource_type request_id created_at",
    exportedAs: "activity",
    erasure: {
      how: "search",
      why: "The log stays. The person's id is replaced by a pseudonym. Their addresses and all identifying details are deleted.",
    },
  },
  {
    table: "outbox_events",
    holds: "Events for webhook subscribers and the event feed",
    kind: "webhookEvent",
    actors: "member_id",
    personal: "object_id data previous_attributes",
    impersonal: "site_id id type client_id created_at sequence is_whole",
    erasure: {
      how: "search",
      why: "Events that name the person keep only the type and the id of their resource, until they expire. `member.erased` contains the person's former id, so that receivers can erase their copies.",
    },
  },
  {
    table: "webhook_deliveries",
    holds: "Webhook deliveries and the receivers' responses",
    kind: "webhookDelivery",
    personal: "response_excerpt error",
    impersonal:
      "site_id id endpoint_id event_id event_type status attempt http_status latency_ms next_attempt_at claimed_until created_at updated_at",
    erasure: { how: "search", why: "Responses that name the person are deleted." },
  },
  {
    table: "webhook_endpoints",
    holds: "Webhook endpoints and the applications that created them",
    kind: "webhookEndpoint",
    actors: "member_id",
    secret: "secret previous_secret",
    impersonal:
      "site_id id url event_types description payload status disabled_reason previous_secret_expires_at failure_streak failing_since last_success_at grant_id client_id scopes external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "own", why: "Endpoints of the person's applications are disabled and receive no more events." },
  },
  {
    table: "idempotency_keys",
    holds: "Responses to write requests of the last day (idempotency)",
    personal: "body",
    secret: "digest request_digest",
    impersonal: "site_id status expires_at",
    erasure: { how: "search", why: "Responses that name the person are deleted." },
  },
  {
    table: "job_results",
    holds: "Import rows that failed in full or in part, and coupons created by jobs",
    kind: "jobResult",
    personal: "name error warnings made",
    impersonal: "site_id id job_id row_number created_at",
    erasure: { how: "search", why: "Rows that name the person are deleted." },
  },
  {
    table: "jobs",
    holds: "Imports, exports and erasures: who started them, from which IP address, and about whom",
    kind: "job",
    actors: "member_id",
    personal: "subject_id address options error metadata result_object_id",
    impersonal:
      "site_id id kind format status dry_run file_id object_id total processed created updated unchanged failed warned attempt client_id grant_id scopes request_id cancel_requested_at started_at finished_at version created_at updated_at result_name result_type result_size result_sha256 result_expires_at",
    erasure: {
      how: "own",
      why: "Exports of the person are deleted with their files, as are the school's exports, which contain all members. Jobs that they started keep a pseudonymous id and lose the address. The erasure job removes the person's id in its last step.",
    },
  },
  {
    table: "job_pieces",
    holds: "Parts of an export in progress",
    impersonal: "site_id job_id number name object_id stored_size byte_size crc32 goes_on_at",
    erasure: {
      how: "keep",
      why: "They are deleted when the export is complete. The finished export is deleted with the next erasure.",
    },
  },
  {
    table: "notices",
    holds: "Announcements of the school to many recipients",
    impersonal: "site_id id cause topic audience template data title body link until position created_at finished_at",
    erasure: { how: "keep", why: "Announcements address no individual and are deleted after 90 days." },
  },
  {
    table: "graphile_worker._private_jobs",
    holds: "Queued jobs: encrypted emails and ids of other records",
    personal: "payload last_error",
    impersonal:
      "id job_queue_id task_id priority run_at attempts max_attempts created_at updated_at key locked_at locked_by revision flags is_available",
    erasure: {
      how: "own",
      why: "Emails are decrypted, and those to the person are deleted, undeliverable ones included.",
    },
  },
  {
    table: "graphile_worker._private_job_queues",
    holds: "Job queues",
    impersonal: "id queue_name locked_at locked_by is_available",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "graphile_worker._private_tasks",
    holds: "Job types",
    impersonal: "id identifier",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "graphile_worker._private_known_crontabs",
    holds: "Scheduled jobs",
    impersonal: "identifier known_since last_execution",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "graphile_worker.migrations",
    holds: "Migrations of the job queue",
    impersonal: "id ts breaking",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "schema_migrations",
    holds: "Migrations of the database",
    impersonal: "name applied_at",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "secret_key_fingerprint",
    holds: "Fingerprint of the database's encryption key",
    impersonal: "only_row fingerprint created_at",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "webhook_feeds",
    holds: "Event counters",
    impersonal: "site_id last_sequence",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "api_calls",
    holds: "Requests per day",
    impersonal: "site_id day calls",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "lecture_releases",
    holds: "Time up to which lecture openings were announced",
    impersonal: "site_id told_until",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "stored_objects",
    holds: "Stored objects",
    impersonal: "site_id id released_at",
    erasure: { how: "keep", why: "They are deleted with the files that own them." },
  },
  {
    table: "upload_parts",
    holds: "Parts of uploads in progress",
    impersonal: "site_id upload_id number object_id byte_size sha256",
    erasure: { how: "keep", why: "They are deleted with their upload." },
  },
  {
    table: "rollups",
    holds: "Sums",
    impersonal: "site_id counter dimension grain bucket key currency value",
    erasure: { how: "keep", why: "Totals identify no individual. Small ones are not shown." },
  },
  {
    table: "active_learners",
    holds: "Learners per day, as a bitmap of pseudonymous numbers",
    impersonal: "site_id dimension grain bucket key page bits",
    erasure: { how: "keep", why: "The number no longer identifies the person." },
  },
  {
    table: "rollup_clock",
    holds: "Time up to which statistics are computed",
    impersonal: "only_row computed_through",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "rollup_backlogs",
    holds: "Pending statistics updates",
    impersonal: "site_id computed_through",
    erasure: { how: "keep", why: "No personal data." },
  },
];
