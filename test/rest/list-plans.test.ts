import { listPlansTests } from "../support/list-plans-tests.ts";

// The other lists: list-plans.long.test.ts
listPlansTests({
  people: 20_000,
  tables: new Set(["coupons", "forms", "pages"]),
  lists: /^GET \/(coupons|forms|pages)(\/:\w+\/(redemptions|submissions|revisions))?$/,
  filters: true,
  states: ["without statistics", "analyzed"],
});
