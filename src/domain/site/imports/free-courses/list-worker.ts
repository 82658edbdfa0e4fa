import { parentPort, workerData } from "node:worker_threads";
import { readList } from "./list.ts";

parentPort?.postMessage((workerData as readonly string[]).map(readList));
