import { createClient } from "./generated/client/index.ts";
import { Operations } from "./generated/sdk.gen.ts";
import { itemsOf, type Page } from "./pages.ts";
import { createTransport, type TokenSource, type TransportOptions } from "./transport.ts";

export interface LecternOptions extends Omit<TransportOptions, "token"> {
  /** The origin of the school: `https://learn.school.example`. */
  origin: string;
  /** An API key (`lak_…`). */
  apiKey?: string;
  /** An access token, or a function that returns one, such as `refreshingToken`. */
  token?: string | TokenSource;
}

type Methods = Omit<Operations, "client">;
/** Undefined is the result of a method that does not throw, which this client never uses. */
type Answer<Method> = Method extends (...parameters: never[]) => infer Result
  ? Exclude<Awaited<Result>, undefined>
  : never;
type Parameters<Method> = Method extends (...parameters: infer Given) => unknown ? Given : never;

/** The methods that return a page of a list. */
type Lists = {
  [Name in keyof Methods as Answer<Methods[Name]> extends Page<unknown> ? Name : never]: (
    ...parameters: Parameters<Methods[Name]>
  ) => AsyncGenerator<Answer<Methods[Name]> extends Page<infer Item> ? Item : never, void>;
};

/** The result of a dry run: what the write would do. */
export interface DryRun {
  dry_run: true;
  would: Record<"create" | "update" | "delete", unknown>;
  warnings: unknown[];
}

type DryRuns = { [Name in keyof Methods]: (...parameters: Parameters<Methods[Name]>) => Promise<DryRun> };

/** A client of the operator API. Its methods have the names of the operations: `listCourses`, `createCourse`. */
export class Lectern extends Operations {
  /** Iterates over all items of a list: `for await (const course of lectern.each.listCourses())`. */
  readonly each: Lists;
  /** Validates writes and returns their results without saving anything: `lectern.dryRun.createCourse({ body })`. */
  readonly dryRun: DryRuns;

  constructor({ origin, apiKey, token, ...options }: LecternOptions) {
    const credential = token ?? apiKey;
    if (credential === undefined) throw new TypeError("Pass apiKey or token.");
    const transport = createTransport({ ...options, token: credential });
    super({ client: createClient({ baseUrl: origin, fetch: transport, throwOnError: true }) });
    this.each = proxyOf<Lists>(
      (name) => (request) => itemsOf((cursor) => this.call<Page<unknown>>(name, withQuery(request, { cursor }))),
    );
    this.dryRun = proxyOf<DryRuns>((name) => (request) => this.call(name, withQuery(request, { dry_run: true })));
  }

  private call<Result>(name: string, request: object): Promise<Result> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The methods that the class inherits.
    const method = (this as unknown as Record<string, (request: object) => Promise<Result>>)[name];
    if (typeof method !== "function") throw new TypeError(`There is no operation ${name}.`);
    return method.call(this, request);
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names the methods that the proxy has.
const proxyOf = <Shape extends object>(make: (name: string) => (request?: object) => unknown): Shape =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The proxy makes them when they are used.
  new Proxy({} as Shape, { get: (_target, name) => make(String(name)) });

const withQuery = (request: { query?: object } = {}, query: Record<string, unknown>): object => ({
  ...request,
  query: { ...request.query, ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) },
});
