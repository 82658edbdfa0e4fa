import { chosenRows, readOptions } from "../harness/options.ts";
import { runComparison } from "../harness/run-comparison.ts";
import { startPageContenders } from "./contenders.ts";
import { rows as allRows } from "./rows.ts";

const options = readOptions({
  name: "bench:pages",
  about:
    "Measures the pages of a demo school, and a Fastify handler that sends the same bytes. The targets are CPU time per request.",
  rows: allRows,
  scaleRows: [],
});

const rows = chosenRows(allRows, options);
await runComparison({
  name: "pages",
  rows,
  roles: { peer: "bare", ours: "lectern" },
  start: (cluster, affinity) => startPageContenders(cluster, affinity, rows),
  options,
});
