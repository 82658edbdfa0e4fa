/** Citus, as the rest of the product sees it: other folders import this file of the folder only. */
export { addRunners, distribute, droppedForeignKeys, isDistributionInterrupted, requireCitus } from "./distribute.ts";
export { migrateCluster } from "./migrate-cluster.ts";
export { hasRunners, siteHasMoved } from "./node-runner.ts";
export { type Distribution, isDistributed } from "./place-tables.ts";
export { callOnNode, readNodeAnswer } from "./run-on-node.ts";
