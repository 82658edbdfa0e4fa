import { listPlansTests } from "../support/list-plans-tests.ts";

// The other lists: list-plans.long.test.ts
listPlansTests({ people: 1000, lists: /^GET \/(members|students|payments|invitations)$/ });
