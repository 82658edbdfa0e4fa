import { chosenRows, readOptions } from "../harness/options.ts";
import { runComparison } from "../harness/run-comparison.ts";
import { rows as scaleRows } from "../scale/rows.ts";
import { runScale } from "../scale/run.ts";
import { startOurs } from "./lectern.ts";
import { startLimit } from "./limit/contender.ts";
import { startOidcProvider } from "./oidc-provider/contender.ts";
import { rows } from "./rows.ts";

const options = readOptions({
  name: "bench:oauth",
  about: "Compares the authorization server with oidc-provider. Both use one PostgreSQL server and take turns.",
  rows,
  scaleRows,
  comparesStatistics: true,
});

if (options.scale) await runScale(options, scaleRows);
else {
  await runComparison({
    name: "oauth",
    rows: chosenRows(rows, options),
    roles: {
      peer: "oidc-provider",
      ours: "lectern",
      unanalyzed: "lectern-without-statistics",
      limit: "limit",
      memory: 130,
    },
    start: async (cluster, affinity) => [
      await startOidcProvider(cluster, affinity),
      await startOurs(cluster, affinity),
      ...(options.withoutStatistics ? [await startOurs(cluster, affinity, { analyzes: false })] : []),
      await startLimit(cluster, affinity),
    ],
    options,
  });
}
