import type { PersonalTable } from "#domain/privacy/personal-table.ts";

/** Tables that belong to no resource. */
export const infrastructureTables: readonly PersonalTable[] = [
  {
    table: "rate_limits",
    holds: "Rate limit counters, keyed by digests",
    secret: "digest",
    impersonal: "site_id count expires_at",
    erasure: { how: "keep", why: "Addresses are stored as digests only, until a limit resets: one day at most." },
  },
  {
    table: "sign_in_attempts",
    holds: "Failed sign-ins and mailed links across all sites, keyed by digests",
    secret: "digest",
    impersonal: "count expires_at",
    erasure: { how: "keep", why: "Addresses are stored as digests only, for an hour at most." },
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
    table: "graphile_worker._private_jobs",
    holds: "Queued jobs: encrypted emails and IDs of other records",
    personal: "payload last_error",
    impersonal:
      "id job_queue_id task_id priority run_at attempts max_attempts created_at updated_at key locked_at locked_by revision flags is_available",
    fixed: "key locked_by flags",
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
    impersonal: "name applied_at requires",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "secret_key_fingerprint",
    holds: "Fingerprint of the database's encryption key",
    impersonal: "only_row fingerprint created_at",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "message_hold",
    holds: "Marks a restored copy that holds its emails and webhooks",
    impersonal: "only_row reason created_at",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "mailbox_mails",
    holds: "In development: emails that would have been sent, encrypted",
    secret: "sealed",
    impersonal: "site_id id created_at",
    erasure: { how: "own", why: "They are decrypted, and emails to the person are deleted." },
  },
];
