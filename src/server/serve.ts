import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { FastifyInstance } from "fastify";
import { countSites } from "#domain/platform/site/queries.ts";
import { findUnservedSites, whyNotServed } from "#domain/platform/site/served-sites.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { type JobRunner, startJobRunner } from "#domain/background/runner.ts";
import { describeHold, findMessageHold } from "#domain/transfer/backup/message-hold.ts";
import { runBackupCommand } from "#domain/transfer/backup/run-backup-command.ts";
import { openMail } from "#domain/messages/mail/open-mail.ts";
import type { ChangeBus } from "#lib/work/change-bus.ts";
import { isLoopback } from "#lib/settings/setting-values.ts";
import { listen } from "#http/listen.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import type { Metrics } from "#telemetry/metrics/open-metrics.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import type { Database } from "#database/database.ts";
import type { Connection as EmbeddedConnection } from "#database/embedded/connection.ts";
import type { EmbeddedServer } from "#database/embedded/start.ts";
import { readDemoFile } from "#demo/demo-file.ts";
import { type Installation, openInstallation } from "./installation.ts";
import { openTelemetry } from "./open-telemetry.ts";
import { dataChecks } from "./readiness.ts";
import { type DemoProgram, startDemoProgram } from "./start-demo.ts";
import { deriveKey, loadSecretKey } from "./secret-key.ts";
import { openPayments, openStorage } from "./server-parts.ts";
import { type StartFailure, startFailureOf } from "./start-failure.ts";

const clock = () => new Date();

export interface ServeOptions {
  /** Receives progress messages, line by line. */
  report?: (line: string) => void;
  /** Below a supervisor: connection to its embedded database, and the processes that it runs besides this one. */
  connection?: EmbeddedConnection | undefined;
  /** The embedded database, if it is already starting. */
  embedded?: Promise<EmbeddedServer> | undefined;
  siblings?: ChangeBus;
  processes?: number;
  /** Descriptors of listening sockets that a service manager passed. They replace the host and the port. */
  sockets?: readonly number[];
  /** Creates the demo and prints the first steps. Default true. */
  welcomes?: boolean;
  /** Runs jobs and sends webhooks. Default true. */
  runsJobs?: boolean;
}

export interface Server {
  app: FastifyInstance;
  installation: Installation;
  /** Undefined: metrics are not configured. */
  metrics: Metrics | undefined;
  /** Resolves with the reason of an unexpected end. */
  failed: Promise<StartFailure>;
  /**
   * Finishes running requests, then closes the database. Idempotent. Before, /readyz reports 503 for the milliseconds of
   * `drain`, while the server accepts requests.
   */
  close(options?: { drain?: number }): Promise<void>;
}

/** Opens the database, serves all its sites and runs the jobs. After a failure, closes what was opened. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Server> {
  // V8 would allocate parts of requests among old objects, where the whole request waits for a full collection (0124).
  setFlagsFromString("--no-allocation-site-pretenuring");
  const { report = () => {}, connection: shared, embedded: starting } = options;
  const { siblings, processes = 1, sockets, welcomes = true, runsJobs = true } = options;
  const opened = new AsyncDisposableStack();
  try {
    const opening = openInstallation(config, { role: "serve", log: report, connection: shared, embedded: starting });
    const hasDemo = welcomes && config.environment !== "production";
    const program = hasDemo && !readDemoFile(config.dataFolder) ? startDemoProgram(config, report) : undefined;
    opened.defer(() => program?.stop());
    program?.draft();
    const installation = await opening;
    opened.defer(() => installation.close());
    const { connection, embedded } = installation;
    const archive =
      embedded &&
      (await (await import("#database/wal-archive/open-wal-archive.ts")).openWalArchive(config, embedded, report));
    opened.defer(() => archive?.stop());
    const secretKey = loadSecretKey(config);
    const { database, jobs: jobDatabase } = installation;
    const derive = (use: string) => deriveKey(secretKey, use);
    const storage = openStorage(config, secretKey);
    const payments = openPayments(config, secretKey);
    const hold = await findMessageHold(database);
    let welcomed: Welcome | undefined;
    if (welcomes) {
      const welcoming = welcome(installation, config, { program, connection: shared ?? embedded?.connection, report });
      // Creates the tables of the queue beside the demo, which needs none of them. After a failure, the job runner tries
      // again, as often as a busy database needs.
      [welcomed] = await Promise.all([welcoming, openQueue(jobDatabase).catch(() => {})]);
      // Other schools than those of a demo have been found.
      program?.stop();
      await reportUnserved(installation, config, report);
      if (hold) report(describeHold(hold));
    }

    const mail = openMail({
      db: database,
      key: derive("lectern mail"),
      clock,
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      keeps: config.environment === "development",
    });
    const allowsLoopback = config.environment === "development" && isLoopback(config.host);
    const webhooks = { key: derive("lectern webhooks"), allowsLoopback };
    const push = { key: derive("lectern web push"), allowsLoopback };
    const identities = { key: derive("lectern identity providers"), allowsLoopback };
    const badges = { key: derive("lectern open badges") };
    const factors = { key: derive("lectern second factors") };
    let draining = false;
    let jobs: JobRunner | undefined;
    const app = buildApp({
      db: database,
      sites: openSiteDirectory(database, siblings),
      keyRing: openKeyRing(secretKey, siblings),
      csrfKey: derive("lectern csrf"),
      mail: mail?.postbox,
      storage,
      webhooks,
      push,
      payments,
      badges,
      factors,
      identities,
      mailbox: mail?.mailbox,
      securityContacts: config.securityContacts,
      clientMetadata: { allowLoopback: config.clientMetadataLoopback },
      environment: config.environment,
      clock,
      logLevel: config.logLevel,
      trustedProxies: config.trustedProxies,
      siblings,
      processes,
      trustsTraceparent: config.trustsTraceparent,
      checks: {
        ...(runsJobs && { queue: async () => jobs?.check(), database_jobs: () => jobDatabase.checkIdle() }),
        ...dataChecks(installation, config, storage.store),
      },
      isDraining: () => draining,
    });
    // A supervisor serves the metrics of all its processes.
    const isBelowSupervisor = siblings !== undefined;
    const telemetry = await openTelemetry(config, installation, app.log, { isBelowSupervisor, runsJobs });
    opened.use(telemetry);
    if (runsJobs) {
      jobs = await startJobRunner({
        db: jobDatabase,
        connection,
        clock,
        log: app.log,
        post: mail,
        storage,
        webhooks,
        push,
        payments,
        backup: config.backupUrl === undefined ? undefined : { schedule: config.backupSchedule, run: runBackupCommand },
        holdsMessages: hold !== undefined,
        keepsReleasedFor: config.walInterval === undefined ? 0 : config.walDays * 86_400_000,
      });
      opened.defer(() => jobs?.stop());
    }
    // Deferred after the jobs and thus closed first, so that a long job does not delay requests.
    opened.defer(() => app.close());
    await listen(app, {
      host: config.host,
      port: config.port,
      portSetting: "LECTERN_PORT",
      hostSetting: "LECTERN_HOST",
      sockets,
    });
    if (welcomed?.hasNewDemo) opened.defer(countDemo(jobDatabase, app));
    // The server listens: scripts may send the request of the notice immediately.
    if (welcomed?.notice !== undefined) report(welcomed.notice);
    if (!siblings) report(`Lectern listens on port ${config.port}. Press Ctrl-C to stop.`);
    const dispose = once(() => opened.disposeAsync());
    return {
      app,
      installation,
      metrics: telemetry.metrics,
      failed: failureOf(embedded),
      async close({ drain = 0 } = {}) {
        draining = true;
        endKeepAlive(app);
        if (drain > 0) await delay(drain);
        await dispose();
      },
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Never resolves for an external database, which may come back. */
const failureOf = async (embedded: EmbeddedServer | undefined): Promise<StartFailure> =>
  startFailureOf(await embedded?.exited) ?? new Promise<StartFailure>(() => {});

/** Asks clients to open a new connection for their next request, which reaches another process. */
function endKeepAlive(app: FastifyInstance): void {
  app.server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
}

interface Welcome {
  hasNewDemo: boolean;
  /** Sign-in details of the demo, or the first steps. */
  notice: string | undefined;
}

interface WelcomeOptions {
  /** Undefined if the data folder has a demo. */
  program: DemoProgram | undefined;
  /** To the embedded database. */
  connection: EmbeddedConnection | undefined;
  report: (line: string) => void;
}

/** Creates the demo in development. In an empty production installation, the notice has the first steps. */
async function welcome(
  { jobs: database }: Installation,
  config: Config,
  { program, connection, report }: WelcomeOptions,
): Promise<Welcome> {
  const isEmpty = (await countSites(database)) === 0;
  if (config.environment !== "production") {
    const { port, dataFolder } = config;
    const [{ findDemo }, { demoNotice }] = await Promise.all([
      import("#demo/create-demo.ts"),
      import("#demo/demo-notice.ts"),
    ]);
    const demo = isEmpty
      ? await (program ?? startDemoProgram(config, report)).create(connection)
      : await findDemo(database, { port, dataFolder, now: clock() });
    return { hasNewDemo: demo?.isNew ?? false, notice: demo && demoNotice(demo, dataFolder) };
  }
  const firstSteps = "There are no sites yet. Create one: lectern site create --help";
  return { hasNewDemo: false, notice: isEmpty ? firstSteps : undefined };
}

/** Fills the analytics of a new demo immediately, without waiting for the schedule. Returns a function that stops it. */
function countDemo(database: Database, app: FastifyInstance): () => Promise<void> {
  const stopping = new AbortController();
  const counting = import("#domain/analytics/jobs/roll-up.ts")
    .then(({ rollUp }) => rollUp(database, clock(), { stopping: stopping.signal }))
    .catch((error: unknown) => app.log.error({ err: error }, "the analytics of the demo were not counted"));
  return async () => {
    stopping.abort();
    await counting;
  };
}

const maxListedSites = 10;

/** Lists sites that this environment does not serve, with the reason. */
async function reportUnserved({ database }: Installation, { environment }: Config, report: (line: string) => void) {
  const unserved = await findUnservedSites(database, environment, maxListedSites + 1);
  for (const site of unserved.slice(0, maxListedSites)) {
    report(`Not served: ${site.origin}. ${whyNotServed(site, environment)}`);
  }
  if (unserved.length > maxListedSites) report("More sites are not served. Run `lectern doctor` for the reasons.");
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
