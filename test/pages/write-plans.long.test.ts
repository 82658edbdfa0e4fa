import { writePlansTests } from "../support/write-plans-tests.ts";

writePlansTests({
  people: Number(process.env["LISTED_PEOPLE"] ?? 8000),
  states: ["without statistics", "analyzed"],
});
