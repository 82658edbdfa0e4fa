import { readOptions } from "../harness/options.ts";
import { runComparison } from "../harness/run-comparison.ts";
import { startOurs } from "./lectern.ts";
import { startLimit } from "./limit/contender.ts";
import { startOidcProvider } from "./oidc-provider/contender.ts";
import { rows } from "./rows.ts";

const options = readOptions(
  "bench:oauth",
  "Compares the authorization server with oidc-provider, on one PostgreSQL, in turn.",
  rows.map(({ name }) => name),
);

await runComparison({
  name: "oauth",
  rows,
  roles: { peer: "oidc-provider", ours: "lectern", limit: "limit" },
  start: async (cluster, affinity) => [
    await startOidcProvider(cluster, affinity),
    await startOurs(cluster, affinity),
    await startLimit(cluster, affinity),
  ],
  options,
});
