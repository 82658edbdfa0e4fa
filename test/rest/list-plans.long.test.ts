import { listPlansTests } from "../support/list-plans-tests.ts";

listPlansTests({ people: 20_000, lists: /./ });
