import assert from "node:assert/strict";
import { test } from "node:test";
import { explainError } from "#database/embedded/errors.ts";

void test("A user without an account gets the reason for which PostgreSQL does not run, and the remedy", () => {
  const output = "initdb: error: could not look up effective user ID 12345: user does not exist";
  const { message } = explainError(new Error(output), "/srv/lectern");
  assert.match(
    message,
    /^PostgreSQL runs only for users with an account, and uid \d+ has none\. Create one \(useradd --uid\)/,
  );
  // Errors without a code and a known output keep their message.
  assert.match(explainError(new Error("Something else."), "/srv/lectern").message, /failed: Something else\.$/);
});
