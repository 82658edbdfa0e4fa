import assert from "node:assert/strict";
import { test } from "node:test";
import { everyCause } from "../support/every-cause.ts";
import { everyChange } from "../support/every-change.ts";
import { representationRoutes } from "../support/representations.ts";
import { updatedAtTests } from "../support/updated-at-tests.ts";

// What creates a resource prepares the other changes of it.
const causes = Object.entries(everyCause).filter(([name]) => !name.endsWith(".created"));
const seen = updatedAtTests(causes, Object.entries(everyChange));

/** Routes whose representations cannot change. */
const unchangeable = [
  // A suppression is lifted, but not edited.
  "/suppressed_addresses",
  // A redirect is created and deleted, but not edited.
  "/redirects",
  // Nothing edits a file. The references of a file are counted when they are read, as the guide says.
  "/files",
  "/files/:id",
];

void test("The changes cover every representation with updated_at", () => {
  const unseen = representationRoutes.filter((route) => !seen.has(route));
  assert.deepEqual(unseen, unchangeable);
});
