import { listPlansTests } from "../support/list-plans-tests.ts";

listPlansTests({
  people: 20_000,
  lists: /./,
  filters: false,
  states: ["without statistics", "after growth", "analyzed"],
});
