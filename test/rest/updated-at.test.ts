import { everyCause } from "./support/every-cause.ts";
import { updatedAtTests } from "./support/updated-at-tests.ts";

// The other causes: updated-at.long.test.ts
updatedAtTests(
  (["enrollment.revoked", "lecture_progress.completed", "event_registration.canceled"] as const).map((name) => [
    name,
    everyCause[name],
  ]),
);
