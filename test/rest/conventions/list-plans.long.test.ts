import { listPlansTests } from "../../support/meters/list-plans-tests.ts";

/**
 * `LISTED_PEOPLE=20000 npm run test:long -- test/rest/conventions/list-plans.long.test.ts` checks a large site in six minutes, also
 * with plans of almost empty tables and after an analysis.
 */
const people = process.env["LISTED_PEOPLE"];

listPlansTests({
  people: Number(people ?? 6000),
  lists: /./,
  filters: true,
  states: people === undefined ? ["without statistics"] : ["without statistics", "after growth", "analyzed"],
});
