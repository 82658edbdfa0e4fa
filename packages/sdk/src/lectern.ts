import { changesOf, type Changes } from "./changes.ts";
import { createClient, type LecternOptions } from "./client.ts";
import type { Client } from "./generated/client/index.ts";
import * as operations from "./generated/sdk.gen.ts";
import { itemsOf, type Page, pagesOf } from "./pages.ts";
import { type ApiResponse, apiResponseOf } from "./responses.ts";

type Functions = typeof operations;
type RequestOf<Name extends keyof Functions> = Omit<Parameters<Functions[Name]>[0], "client" | "throwOnError">;
/** Undefined is the result of a function that does not throw, which this client never uses. */
type Answer<Name extends keyof Functions> = Exclude<Awaited<ReturnType<Functions[Name]>>, undefined>;
/** The request may be left out where nothing in it is required. */
type Given<Request> = object extends Request ? [request?: Request] : [request: Request];

type Methods = { [Name in keyof Functions]: (...request: Given<RequestOf<Name>>) => Promise<Answer<Name>> };

type ItemOf<Name extends keyof Functions> = Answer<Name> extends { data: (infer Item)[]; page: unknown } ? Item : never;
type ListName = {
  [Name in keyof Functions]: Answer<Name> extends Page<unknown> ? Name : never;
}[keyof Functions];
/** The lists that know when their rows were changed and which were deleted. */
type SyncedName = {
  [Name in ListName]: RequestOf<Name> extends { query?: { updated_at?: unknown; include_deleted?: unknown } }
    ? "include_deleted" extends keyof NonNullable<RequestOf<Name>["query"]>
      ? "updated_at" extends keyof NonNullable<RequestOf<Name>["query"]>
        ? Name
        : never
      : never
    : never;
}[ListName];

type Each = { [Name in ListName]: (...request: Given<RequestOf<Name>>) => AsyncGenerator<ItemOf<Name>, void> };
type Pages = { [Name in ListName]: (...request: Given<RequestOf<Name>>) => AsyncGenerator<Answer<Name>, void> };
type ChangesOf = {
  [Name in SyncedName]: (
    ...request: Given<RequestOf<Name> & { since?: string | undefined }>
  ) => AsyncGenerator<Changes<ItemOf<Name>>, void>;
};
type WithResponse = {
  [Name in keyof Functions]: (...request: Given<RequestOf<Name>>) => Promise<ApiResponse<Answer<Name>>>;
};

/** The result of a dry run: what the write would do. */
export interface DryRun {
  dry_run: true;
  would: Record<"create" | "update" | "delete", unknown>;
  warnings: unknown[];
}

type DryRuns = { [Name in keyof Functions]: (...request: Given<RequestOf<Name>>) => Promise<DryRun> };

interface AnyRequest {
  query?: object;
  since?: string;
}

/** A client of the operator API. Its methods have the names of the operations: `listCourses`, `createCourse`. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- The methods are added below, one per operation.
export class Lectern {
  /** Iterates over all items of a list: `for await (const course of lectern.each.listCourses())`. */
  readonly each: Each;
  /** Iterates over the pages of a list, with `page.total` and deleted rows: `lectern.pages.listCourses({ query })`. */
  readonly pages: Pages;
  /** Iterates over what changed since the last run: `lectern.changes.listCourses({ since })`. */
  readonly changes: ChangesOf;
  /** Returns results with headers: `const { data, etag } = await lectern.withResponse.getCourse({ path })`. */
  readonly withResponse: WithResponse;
  /** Validates writes and returns their results without saving anything: `lectern.dryRun.createCourse({ body })`. */
  readonly dryRun: DryRuns;

  readonly #options: LecternOptions;
  readonly #client: Client;

  constructor(options: LecternOptions) {
    this.#options = options;
    this.#client = createClient(options);
    const readPage = (name: string, request: AnyRequest | undefined) => (cursor?: string) =>
      this.#call<Page<unknown>>(name, withQuery(request, { cursor }));
    this.each = proxyOf<Each>((name) => (request) => itemsOf(readPage(name, request)));
    this.pages = proxyOf<Pages>((name) => (request) => pagesOf(readPage(name, request)));
    this.changes = proxyOf<ChangesOf>(
      (name) =>
        ({ since, ...request } = {}) =>
          changesOf((query) => this.#call<Page<unknown>>(name, withQuery(request, { ...query })), { since }),
    );
    this.withResponse = proxyOf<WithResponse>((name) => async (request) => {
      const fields = { ...request, responseStyle: "fields" };
      const { data, response } = await this.#call<{ data: unknown; response: Response }>(name, fields);
      return apiResponseOf(data, response);
    });
    this.dryRun = proxyOf<DryRuns>((name) => (request) => this.#call(name, withQuery(request, { dry_run: true })));
  }

  /** Returns a client with other options: `lectern.withOptions({ timeoutMs: 600_000 }).createFile(…)`. */
  withOptions(options: Partial<LecternOptions>): Lectern {
    return new Lectern({ ...this.#options, ...options });
  }

  #call<Result>(name: string, request: object): Promise<Result> {
    return call(this.#client, name, request);
  }

  static {
    for (const name of Object.keys(operations)) {
      Object.defineProperty(this.prototype, name, {
        value(this: Lectern, request: object = {}) {
          return this.#call(name, request);
        },
      });
    }
  }
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, typescript/no-empty-object-type -- See the class.
export interface Lectern extends Methods {}

function call<Result>(client: Client, name: string, request: object): Promise<Result> {
  const operation: unknown = Object.hasOwn(operations, name) ? Reflect.get(operations, name) : undefined;
  if (typeof operation !== "function") throw new TypeError(`There is no operation ${name}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The generated functions have one signature.
  return (operation as (request: object) => Promise<Result>)({ ...request, client });
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names the methods that the proxy has.
const proxyOf = <Shape extends object>(make: (name: string) => (request?: AnyRequest) => unknown): Shape =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The proxy makes them when they are used.
  new Proxy({} as Shape, { get: (_target, name) => make(String(name)) });

const withQuery = (request: AnyRequest = {}, query: Record<string, unknown>): object => ({
  ...request,
  query: { ...request.query, ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) },
});
