/** Actions that end a person's access, or cannot be undone. Their form says what would happen. */
export const dangerousActs: ReadonlySet<string> = new Set([
  "delete",
  "revoke",
  "expire",
  "cancel",
  "suspend",
  "archive",
  "erase",
  "reset_progress",
  "revoke_sessions",
  "restore_revision",
]);
