import { counter, gauge, histogram, sharedGauge } from "./declare.ts";

// Label values are bounded: routes, tasks, tables and codes of the product, never a site, a person or a client.

export const http = {
  duration: histogram({
    name: "lectern_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its response",
    labels: ["surface", "method", "route", "status"],
  }),
  errors: counter({
    name: "lectern_errors_total",
    help: "Error responses by code: problem codes, OAuth and GraphQL errors, failed MCP tools",
    labels: ["surface", "type"],
  }),
  rateLimited: counter({
    name: "lectern_rate_limit_refusals_total",
    help: "Requests refused by a rate limit",
    labels: ["limit"],
  }),
};

export const process = {
  info: gauge({
    name: "lectern_info",
    help: "Version of the server; the value is always 1",
    labels: ["version"],
    aggregation: "max",
  }),
  restarts: counter({
    name: "lectern_process_restarts_total",
    help: "Server processes that ended unexpectedly and were started again",
  }),
  eventLoopDelay: histogram({
    name: "lectern_event_loop_delay_seconds",
    help: "Time for which the event loop was blocked, sampled every 20 milliseconds",
  }),
};

export const database = {
  up: sharedGauge({ name: "lectern_database_up", help: "1 if the database responds, 0 if not" }),
  size: sharedGauge({ name: "lectern_database_size_bytes", help: "Size of the database on its server" }),
  connections: gauge({
    name: "lectern_database_connections",
    help: "Open connections: in use by a statement or a transaction, or idle",
    labels: ["pool", "group", "state"],
  }),
  limit: gauge({
    name: "lectern_database_connection_limit",
    help: "Maximum number of connections",
    labels: ["pool", "group"],
  }),
  waiting: gauge({
    name: "lectern_database_waiting",
    help: "Statements behind another one on their connection, and transactions that wait for a free connection",
    labels: ["pool", "group"],
  }),
  connects: counter({
    name: "lectern_database_connects_total",
    help: "Attempts to open a connection",
    labels: ["pool", "group", "result"],
  }),
  statements: histogram({
    name: "lectern_database_statement_duration_seconds",
    help: "Time from sending a statement to its last row, including earlier statements on the same connection",
    labels: ["statement"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  }),
  failures: counter({
    name: "lectern_database_statement_errors_total",
    help: "Failed statements by the class of their error",
    labels: ["type"],
  }),
  slow: counter({
    name: "lectern_database_slow_statements_total",
    help: "Statements that took longer than LECTERN_SLOW_STATEMENT_MS",
  }),
  fallbacks: counter({
    name: "lectern_database_node_fallbacks_total",
    help: "Batches that the coordinator of a Citus cluster planned, because the node of the site could not run them",
  }),
};

export const jobs = {
  duration: histogram({
    name: "lectern_job_duration_seconds",
    help: "Time of one run of a background task",
    labels: ["task", "result"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  }),
  queued: sharedGauge({
    name: "lectern_queued_jobs",
    help: "Jobs in the queue: ready to run, scheduled for later, running, or failed permanently; counted up to 20,000",
    labels: ["task", "state"],
  }),
  oldest: sharedGauge({
    name: "lectern_queued_job_oldest_age_seconds",
    help: "Time for which the oldest job that is ready to run has been waiting",
    labels: ["task"],
  }),
  scheduleLag: sharedGauge({
    name: "lectern_schedule_lag_seconds",
    help: "Time since a scheduled task should have been queued; 0 if it is on time",
    labels: ["task"],
  }),
};

export const webhooks = {
  deliveries: counter({
    name: "lectern_webhook_deliveries_total",
    help: "Attempts to deliver a webhook by result",
    labels: ["result"],
  }),
  duration: histogram({
    name: "lectern_webhook_request_duration_seconds",
    help: "Time until the receiver of a webhook has responded",
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  }),
  pending: sharedGauge({
    name: "lectern_webhook_pending_deliveries",
    help: "Webhook deliveries that are due or scheduled for a later attempt, counted up to 10,000",
    labels: ["state"],
  }),
  oldestDue: sharedGauge({
    name: "lectern_webhook_oldest_due_age_seconds",
    help: "Time for which the oldest due webhook delivery has been waiting",
  }),
  undispatched: sharedGauge({
    name: "lectern_webhook_undispatched_events",
    help: "Events in the outbox without deliveries yet, counted up to 10,000",
  }),
  oldestUndispatched: sharedGauge({
    name: "lectern_webhook_oldest_undispatched_age_seconds",
    help: "Age of the oldest event in the outbox without deliveries",
  }),
};

export const mail = {
  deliveries: counter({
    name: "lectern_mail_deliveries_total",
    help: "Attempts to send an email by result",
    labels: ["result"],
  }),
};

export const authorization = {
  signIns: counter({ name: "lectern_sign_ins_total", help: "Attempts to sign in by result", labels: ["result"] }),
  tokens: counter({
    name: "lectern_oauth_token_requests_total",
    help: "Requests to the token endpoint: issued, or the error code",
    labels: ["grant_type", "result"],
  }),
};

export const storage = {
  calls: histogram({
    name: "lectern_storage_call_duration_seconds",
    help: "Time of a call to the storage of files; of a read, until its first byte",
    labels: ["call", "result"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  }),
  diskFree: gauge({
    name: "lectern_disk_free_bytes",
    help: "Free space of the file system with this folder",
    labels: ["folder"],
    aggregation: "min",
  }),
  diskSize: gauge({
    name: "lectern_disk_size_bytes",
    help: "Size of the file system with this folder",
    labels: ["folder"],
    aggregation: "max",
  }),
  files: sharedGauge({
    name: "lectern_stored_files",
    help: "Stored files, estimated from a sample if there are many",
  }),
  fileBytes: sharedGauge({
    name: "lectern_stored_file_bytes",
    help: "Size of the stored files without generated image sizes, estimated from a sample if there are many",
  }),
};

export const backups = {
  lastSuccess: sharedGauge({
    name: "lectern_backup_last_success_timestamp_seconds",
    help: "Time of the newest archive in LECTERN_BACKUP_URL; absent before the first one, 0 once it is overdue",
  }),
  lastSize: sharedGauge({
    name: "lectern_backup_last_size_bytes",
    help: "Size of the newest archive in LECTERN_BACKUP_URL",
  }),
  failing: sharedGauge({
    name: "lectern_backup_failing",
    help: "1 if a scheduled backup has failed since the newest archive or LECTERN_BACKUP_URL cannot be read, 0 if not",
  }),
};

/** Set after each pass of the process that has the embedded database. */
export const wal = {
  coveredUntil: gauge({
    name: "lectern_wal_archive_covered_timestamp_seconds",
    help: "Time to which the embedded database can be restored from the archive of its write-ahead log",
    aggregation: "max",
  }),
  interval: gauge({
    name: "lectern_wal_archive_interval_seconds",
    help: "Time between two copies of the write-ahead log: LECTERN_BACKUP_WAL_SECONDS",
    aggregation: "max",
  }),
  copiedAt: gauge({
    name: "lectern_wal_archive_copy_timestamp_seconds",
    help: "Time of the newest copy of the data folder in the archive of the write-ahead log",
    aggregation: "max",
  }),
};

/** All metrics of the product, by subsystem. */
export const catalog = { process, http, database, jobs, webhooks, mail, authorization, storage, backups, wal };
