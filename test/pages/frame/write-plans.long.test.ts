import { writePlansTests } from "../../support/meters/write-plans-tests.ts";

const people = Number(process.env["LISTED_PEOPLE"] ?? 8000);

writePlansTests({ people, states: ["after growth"] });
writePlansTests({ people, states: ["without statistics", "analyzed"] });
