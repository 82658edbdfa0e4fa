import { type ErrorEntry, rfc } from "./entry.ts";

const elsewhere =
  "OAuth endpoints return `temporarily_unavailable`, the Member API `UNAVAILABLE`, and MCP tools a failed result with this code.";

/** Failures of the database and the file storage, which the operator of the server must fix. */
export const outageErrors = {
  database_unavailable: {
    group: "operator",
    title: "The database is unavailable",
    answered: `503 with \`Retry-After\` from the operator API. ${elsewhere}`,
    meaning:
      "The server has no connection to its database, or lost it while the request ran. A write that was sent just before may have taken effect.",
    fix: [
      "Wait for the number of seconds in `Retry-After`, then repeat the request.",
      "Repeat a POST with the same `Idempotency-Key`: it takes effect once.",
      "Without a key, read the resource before you repeat a write.",
      "Operators: `/readyz` names the part that fails.",
    ],
    specification: [rfc(9110, "15.6.4"), rfc(9110, "10.2.3")],
  },
  database_busy: {
    group: "operator",
    title: "The database is overloaded",
    answered: `503 with \`Retry-After\` from the operator API. ${elsewhere}`,
    meaning:
      "The database has no free connection, or the statement took longer than `LECTERN_STATEMENT_TIMEOUT`. Nothing was changed.",
    fix: [
      "Wait for the number of seconds in `Retry-After`, then repeat the request.",
      "Request less data: a smaller `limit`, fewer `expand` fields, or fewer rows per request.",
      "Operators: raise `max_connections` of the database, or run fewer processes.",
    ],
    specification: [rfc(9110, "15.6.4"), rfc(9110, "10.2.3")],
  },
  storage_unavailable: {
    group: "operator",
    title: "The file storage is unavailable",
    answered: `503 with \`Retry-After\` from the operator API. ${elsewhere}`,
    meaning:
      "The contents of files cannot be read or written, or the contents of this file are missing. Everything that needs no file works.",
    fix: [
      "Wait for the number of seconds in `Retry-After`, then repeat the request.",
      "Operators: check the folder or bucket of `LECTERN_STORAGE_URL` and its credentials. `lectern doctor` finds missing contents.",
    ],
    specification: [rfc(9110, "15.6.4"), rfc(9110, "10.2.3")],
  },
  insufficient_storage: {
    group: "operator",
    title: "The server has no disk space left",
    answered: `507 with \`Retry-After\` from the operator API. ${elsewhere}`,
    meaning: "The disk of the database or of the file storage is full. Nothing was changed. Reads still work.",
    fix: ["Repeat the request later.", "Operators: free disk space. The server continues without a restart."],
    specification: [{ label: "RFC 4918 §11.5", href: "https://www.rfc-editor.org/rfc/rfc4918#section-11.5" }],
  },
} satisfies Record<string, ErrorEntry>;
