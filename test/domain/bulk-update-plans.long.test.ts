import { bulkUpdatePlansTests } from "../support/meters/bulk-update-plans-tests.ts";

const size = { people: 20_000, counts: [2, 100, 500] };

bulkUpdatePlansTests({ ...size, states: ["after growth", "analyzed"] });
bulkUpdatePlansTests({ ...size, states: ["without statistics"] });
