import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import type { ArchiveLocation } from "#lib/archive/archive-location.ts";
import { only } from "#lib/collections/only.ts";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Connection } from "../embedded/connection.ts";
import { nameOfCopy, nameOfFacts, nameOfPart, newSeriesName } from "./archive-names.ts";
import { type ArchiveSession, type FlushedWal, openSession } from "./archive-session.ts";
import { copyCluster } from "./copy-cluster.ts";
import type { CurrentSeries } from "./current-series.ts";
import { encodeFacts } from "./series-facts.ts";
import { divideRange, readWal, startOfSegment } from "./wal-segments.ts";

const compress = promisify(gzip);

interface NewSeries {
  connection: Connection;
  cluster: string;
  folder: ArchiveFolder;
  /** Version of Lectern. */
  version: string;
  previous: string | undefined;
  stopping: AbortSignal;
}

/** Starts a series: copies the data directory while the server is in use. Its WAL must be kept meanwhile. */
export async function beginSeries(series: NewSeries): Promise<CurrentSeries> {
  const { connection, cluster, folder, version, previous, stopping } = series;
  // The backup mode belongs to the session, and ends with it.
  const session = await openSession(connection, 0);
  const { client, systemIdentifier, timeline, segmentSize, serverVersion } = session;
  try {
    const startedAt = await serverTime(session);
    const name = newSeriesName(startedAt);
    const { rows } = await client.query<{ start: string }>(
      // An immediate checkpoint. A spread one takes minutes, in which all WAL is kept.
      "select (pg_backup_start($1, fast => true) - '0/0')::text as start",
      [name],
    );
    const walStart = BigInt(only(rows).start);
    const finish = async () => {
      const ended = await client.query<{ label: string }>("select labelfile as label from pg_backup_stop(false)");
      return only(ended.rows).label;
    };
    await copyCluster({ cluster, now: startedAt, finish }, folder.location(nameOfCopy(name)), stopping);
    const completedAt = await serverTime(session);
    const facts = {
      lectern: version,
      postgres: serverVersion,
      systemIdentifier,
      timeline,
      segmentSize,
      walStart,
      completedAt,
      previous: previous ?? null,
    };
    await writeOnce(folder.location(nameOfFacts(name)), encodeFacts(facts));
    return { name, position: startOfSegment(walStart, segmentSize), coveredUntil: completedAt, startedAt };
  } finally {
    await client.end();
  }
}

async function serverTime({ client }: ArchiveSession): Promise<Date> {
  return only((await client.query<{ time: Date }>("select clock_timestamp() as time")).rows).time;
}

/** Archives the WAL from the end of the series to the position. Returns the series after it. */
export async function extendSeries(
  folder: ArchiveFolder,
  cluster: string,
  { timeline, segmentSize }: ArchiveSession,
  series: CurrentSeries,
  { position, time }: FlushedWal,
): Promise<CurrentSeries> {
  let { position: archived, coveredUntil } = series;
  for (const { start, end } of divideRange(series.position, position, segmentSize)) {
    const bytes = await readWal({ cluster, timeline, segmentSize }, start, end);
    if (end === position && time > coveredUntil) coveredUntil = time;
    const name = nameOfPart(series.name, { start, end, coveredUntil });
    await writeOnce(folder.location(name), await compress(bytes, { level: 1 }));
    archived = end;
  }
  return { ...series, position: archived, coveredUntil };
}

/** Another installation with the same data folder must not replace what this one has archived. */
async function writeOnce(location: ArchiveLocation, content: Buffer): Promise<void> {
  if (await location.exists()) throw new Error(`${location.name} already exists.`);
  await location.write(
    (async function* () {
      yield content;
    })(),
  );
}
