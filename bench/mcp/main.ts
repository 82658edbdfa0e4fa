import { chosenRows, readOptions } from "../harness/options.ts";
import { runComparison } from "../harness/run-comparison.ts";
import { startMcpContenders } from "./contenders.ts";
import { rows } from "./rows.ts";

const options = readOptions({
  name: "bench:mcp",
  about:
    "Compares /mcp with servers of the official SDK that create a server per request. All contenders share one database and take turns.",
  rows,
  scaleRows: [],
});

await runComparison({
  name: "mcp",
  rows: chosenRows(rows, options),
  roles: { peer: "sdk-2", ours: "lectern" },
  start: startMcpContenders,
  options,
});
