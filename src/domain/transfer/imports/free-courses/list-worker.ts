import { parentPort, workerData } from "node:worker_threads";
import { readList } from "./list.ts";

const links = readList(String(workerData));

/** Links in one message, which the main thread reads in one turn. */
const batchSize = 200;

let sent = 0;
const sendNext = () => parentPort?.postMessage(links.slice(sent, (sent += batchSize)));
parentPort?.on("message", sendNext);
sendNext();
