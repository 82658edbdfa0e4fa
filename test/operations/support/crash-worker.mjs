import cluster from "node:cluster";

// Preloaded by NODE_OPTIONS: server processes below a supervisor crash while they start.
if (cluster.isWorker) process.exit(7);
