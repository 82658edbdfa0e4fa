import { parentPort, workerData } from "node:worker_threads";
import { readList } from "./list.ts";

const texts: unknown[] = Array.isArray(workerData) ? workerData : [];
parentPort?.postMessage(texts.map((text) => readList(String(text))));
