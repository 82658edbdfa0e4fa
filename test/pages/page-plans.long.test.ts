import { pagePlansTests } from "../support/page-plans-tests.ts";

/** Set `LISTED_PEOPLE=20000` for the full size. */
pagePlansTests({
  people: Number(process.env["LISTED_PEOPLE"] ?? 6000),
  pages: /./,
  states: ["without statistics", "after growth", "analyzed"],
});
