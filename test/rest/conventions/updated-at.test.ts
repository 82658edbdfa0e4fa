import { everyCause } from "../support/every-cause.ts";
import { everyChange } from "../support/every-change.ts";
import { updatedAtTests } from "../support/updated-at-tests.ts";

// The others, and that they cover all representations: updated-at.long.test.ts
updatedAtTests(
  (["enrollment.revoked", "lecture_progress.completed", "event_registration.canceled"] as const).map((name) => [
    name,
    everyCause[name],
  ]),
  (["the appearance of the site"] as const).map((name) => [name, everyChange[name]!]),
);
