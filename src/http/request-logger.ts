import type { FastifyBaseLogger } from "fastify";
import type { Bindings, ChildLoggerOptions, LogFn } from "pino";

/** A logger that adds the ID of its request. Creates pino's logger with the first entry, because most requests have none. */
export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: ChildLoggerOptions | undefined;
  #logger: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options?: ChildLoggerOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#open().level;
  }

  trace(...entry: unknown[]): void {
    this.#write("trace", entry);
  }

  debug(...entry: unknown[]): void {
    this.#write("debug", entry);
  }

  info(...entry: unknown[]): void {
    this.#write("info", entry);
  }

  warn(...entry: unknown[]): void {
    this.#write("warn", entry);
  }

  error(...entry: unknown[]): void {
    this.#write("error", entry);
  }

  fatal(...entry: unknown[]): void {
    this.#write("fatal", entry);
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#open().child(bindings, options);
  }

  #open(): FastifyBaseLogger {
    return (this.#logger ??= this.#parent.child(this.#bindings, this.#options));
  }

  #write(level: "trace" | "debug" | "info" | "warn" | "error" | "fatal", entry: unknown[]): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The callers pass the arguments of this function.
    this.#open()[level](...(entry as Parameters<LogFn>));
  }
}
