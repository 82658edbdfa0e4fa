import type { Socket } from "node:net";
import pg from "pg";
import type { ServerAddress } from "#lib/settings/database-url.ts";
import { errorOf } from "#lib/error-of.ts";
import { startResponseTimeout } from "#lib/event-loop/response-timeout.ts";
import { followState, whyUnfit } from "./session-state.ts";
import type { ServerSet } from "./server-set.ts";
import type { ReadTls } from "./tls-options.ts";
import type { ServerWatch } from "./silence-watch.ts";

/** Parameters of a connection to the embedded server, to one server, or to one of several. */
export interface ConnectionConfig extends pg.ClientConfig {
  servers?: ServerSet | undefined;
  tls?: ReadTls | undefined;
  /** `options` of DATABASE_URL. Those of the connection have precedence: in the URL, they would replace them. */
  urlOptions?: string | undefined;
  /** Shared by pools of the same server: one learns from another that it is silent. Default: a watch of its own. */
  watch?: ServerWatch | undefined;
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

const defaultTimeoutMs = 10_000;

/** The message of pg for the same failure. */
const connectTimeout = "timeout expired";

/** The part of pg's client that its types hide. */
const connectionOf = (client: pg.Client): { stream: Socket } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of pg lack it.
  (client as unknown as { connection: { stream: Socket } }).connection;

/** A client of pg that connects to the right one of several servers, and looks again after that one failed. */
export class ServerClient extends pg.Client {
  readonly #servers: ServerSet | undefined;
  readonly #timeoutMs: number;
  #server: ServerAddress | undefined;

  constructor(config: ConnectionConfig = {}) {
    const ssl = config.tls?.();
    const options = [config.urlOptions, config.options].filter(Boolean).join(" ");
    // A pool hides the password of its configuration from enumeration.
    const itself = { ...config, options, password: config.password, ...(ssl !== undefined && { ssl }) };
    // The timeout of the driver counts time in which the event loop was blocked.
    super({ ...itself, connectionTimeoutMillis: 0 });
    this.#servers = config.servers;
    this.#timeoutMs = config.connectionTimeoutMillis ?? defaultTimeoutMs;
  }

  override connect(): Promise<this>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<this> | undefined {
    const connected = this.#open();
    if (!callback) return connected;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pg calls it with one of its declared arguments.
    const report = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then(
      () => report(null, this),
      (error: unknown) => report(errorOf(error)),
    );
    return undefined;
  }

  async #open(): Promise<this> {
    if (!this.#servers) {
      await this.#connectInTime();
      return this;
    }
    const server = await this.#servers.choose(this.#timeoutMs);
    this.#server = server;
    Object.assign(this, server);
    const state = followState(this);
    try {
      await this.#connectInTime();
    } catch (error) {
      this.loseServer();
      throw error;
    }
    this.on("error", () => this.loseServer());
    const unfit = whyUnfit(this.#servers.target, state);
    if (unfit === undefined) return this;
    this.loseServer();
    await this.end();
    throw new Error(`The server ${server.host}:${server.port} cannot be used: ${unfit}.`);
  }

  async #connectInTime(): Promise<void> {
    // TLS replaces the stream.
    const end = () => connectionOf(this).stream.destroy(new Error(connectTimeout));
    const cancel = startResponseTimeout(this.#timeoutMs, end);
    try {
      await super.connect();
    } finally {
      cancel();
    }
  }

  /** Lets the next connection look for another server. */
  loseServer(): void {
    if (this.#server) this.#servers?.reconsider(this.#server);
  }
}
