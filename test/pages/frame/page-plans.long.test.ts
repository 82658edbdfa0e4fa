import { pagePlansTests } from "../../support/meters/page-plans-tests.ts";

/**
 * `LISTED_PEOPLE=20000 npm run test:long -- test/pages/frame/page-plans.long.test.ts` checks a large site, also with plans of
 * almost empty tables and after an analysis.
 */
const people = process.env["LISTED_PEOPLE"];

pagePlansTests({
  people: Number(people ?? 6000),
  pages: /./,
  states: people === undefined ? ["without statistics"] : ["without statistics", "after growth", "analyzed"],
});
