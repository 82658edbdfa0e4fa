import type { Contender, Row } from "./contender.ts";
import { serialize } from "./http-request.ts";
import { type Answered, load } from "./load.ts";
import type { Options } from "./options.ts";
import { percentile } from "./statistics.ts";

/** One measured window of one contender. */
export interface Sample {
  requestsPerSecond: number;
  requests: number;
  seconds: number;
  /** CPU time of the server process per request. */
  cpuMicroseconds: number;
  medianMilliseconds: number;
  p99Milliseconds: number;
  /** Resident memory of the server process at the end of the window. */
  residentMegabytes: number;
}

const defaultDistinct = 1000;

/** Number of requests in the first warm-up of a row that consumes credentials, when its rate is still unknown. */
const firstWarmUp = 1000;

/** Warms up, then measures one window. Remembers each contender's rate for the next window. */
export function openMeter(options: Options, settle: () => Promise<void>) {
  const pace = new Map<string, number>();
  const circulatingRequests = new Map<string, Buffer[]>();

  async function measure(contender: Contender, row: Row): Promise<Sample> {
    const key = `${contender.name} ${row.name}`;
    const run = (requests: () => Buffer | undefined) =>
      load({ port: contender.port, connections: options.connections, next: requests, expect: row.expect });
    const window = async (seconds: number, atLeast: number): Promise<() => Promise<Answered>> => {
      if (row.consumes) {
        const count = Math.max(Math.ceil((pace.get(key) ?? 0) * seconds), atLeast);
        const prepared = await prepare(contender, row, count);
        return () => run(() => prepared.pop());
      }
      const known = circulatingRequests.get(key) ?? (await prepare(contender, row, row.distinct ?? defaultDistinct));
      circulatingRequests.set(key, known);
      return () => run(cycle(known, seconds));
    };

    const warmUp = await (await window(options.warmUpSeconds, pace.has(key) ? 1 : firstWarmUp))();
    pace.set(key, warmUp.requests / warmUp.seconds);

    const measured = await window(options.seconds, options.connections);
    await contender.analyze();
    await settle();
    const before = await contender.server.usage();
    const answered = await measured();
    const after = await contender.server.usage();

    const requestsPerSecond = answered.requests / answered.seconds;
    pace.set(key, requestsPerSecond);
    return {
      requestsPerSecond,
      requests: answered.requests,
      seconds: answered.seconds,
      cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / answered.requests,
      medianMilliseconds: percentile(answered.latencies, 0.5),
      p99Milliseconds: percentile(answered.latencies, 0.99),
      residentMegabytes: after.residentBytes / 2 ** 20,
    };
  }
  return measure;
}

async function prepare(contender: Contender, row: Row, count: number): Promise<Buffer[]> {
  const requests = await contender.requests(row.name, count);
  return requests.map((request) => serialize(request, contender.host));
}

/** Repeats the requests until the time is up. */
function cycle(requests: readonly Buffer[], seconds: number): () => Buffer | undefined {
  let deadline: number | undefined;
  let index = 0;
  return () => {
    const now = performance.now();
    deadline ??= now + seconds * 1000;
    return now < deadline ? requests[index++ % requests.length] : undefined;
  };
}
