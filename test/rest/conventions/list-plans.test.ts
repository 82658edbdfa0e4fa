import { listPlansTests } from "../../support/meters/list-plans-tests.ts";

// The other lists: list-plans.long.test.ts
listPlansTests({
  people: 20_000,
  tables: new Set(["coupons", "forms"]),
  lists: /^GET \/(coupons|forms)(\/:\w+\/(redemptions|submissions))?$/,
  filters: true,
  states: ["without statistics", "analyzed"],
});
