import type { TokenCaller } from "#access/caller.ts";
import { scopeNames } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { tools } from "#mcp/definition/tools.ts";
import { routes } from "#operations/routes.ts";
import { now } from "../clock.ts";
import type { LargeLists } from "../worlds/large-lists.ts";
import { casesOf, type ListCase, parametersOf } from "./list-cases.ts";
import { nodesOf, readBy } from "./query-plans.ts";
import type { PlanRecorder, RecordedPlan } from "./recorded-plans.ts";
import { storage } from "../worlds/storage.ts";
import { webhooks } from "../world.ts";

/** A page and the row that shows that another page follows, with the default limit. */
export const page = 51;
/** Rows that a list may read of each table and index, per row that it needs. */
export const maxRatio = 4;

interface List {
  name: string;
  path: string;
  operation: Operation;
}

const isList = ({ input, writes }: Operation) => "limit" in input.shape && !writes;

/** The lists of the operator API and, of the MCP server, those that the operator API does not have. */
export function allLists(): List[] {
  const ofRoutes = routes
    .filter(({ method, operation }) => method === "GET" && isList(operation))
    .map(({ path, operation }) => ({ name: `GET ${path}`, path, operation }));
  const ofOperatorApi = new Set<Operation>(ofRoutes.map(({ operation }) => operation));
  const ofTools = tools.flatMap(({ name, operations }) =>
    operations
      .filter((operation) => isList(operation) && !ofOperatorApi.has(operation))
      .map((operation) => ({ name: `${name}: ${operation.name}`, path: "", operation })),
  );
  return [...ofRoutes, ...ofTools];
}

/** The requests to a list: of a parent with few rows and of one with most rows. */
export function requestsTo({ path, operation }: List, { rare, frequent }: LargeLists): ListCase[] {
  return (path.includes(":") ? [rare, frequent] : [frequent]).flatMap((idOf) => {
    const parameters = parametersOf(path, operation, idOf);
    return parameters ? casesOf(operation, parameters, [rare, frequent]) : [];
  });
}

interface Result {
  page?: { nextCursor: string | null; total?: number };
}

/** Runs operations as an owner with all scopes. */
export function runner({ site, member, installation }: LargeLists, recorder: PlanRecorder) {
  const caller: TokenCaller = {
    kind: "token",
    clientId: newId(),
    memberId: member.id,
    grantId: newId(),
    scopes: new Set(scopeNames),
    roles: ["owner", "student"],
  };
  const context = { site, now: now(), requestId: null, address: null, caller, storage, webhooks };
  const run = (operation: Operation, input: object, db = recorder.database) =>
    perform(operation, { ...context, db }, input) as Promise<Result>;
  const totals = new Map<string, number>();
  async function totalOf(operation: Operation, input: object): Promise<number> {
    try {
      const counted = await run(operation, { ...input, includeTotal: true, limit: 1 }, installation.database);
      return counted.page?.total ?? 0;
    } catch (error) {
      if (error instanceof Problem) return 0;
      throw error;
    }
  }
  async function countedOnce(operation: Operation, input: object): Promise<number> {
    const key = `${operation.name} ${JSON.stringify(input)}`;
    const total = totals.get(key) ?? (await totalOf(operation, input));
    totals.set(key, total);
    return total;
  }
  return {
    /** Returns the plans of the first two pages; undefined if the request is not valid for this site. */
    async plansOf(operation: Operation, input: object): Promise<RecordedPlan[] | undefined> {
      recorder.take();
      try {
        const first = await run(operation, input);
        if (first.page?.nextCursor) await run(operation, { ...input, cursor: first.page.nextCursor });
      } catch (error) {
        if (error instanceof Problem) return undefined;
        throw error;
      }
      return recorder.take();
    },
    /** Returns a page, or the rows of the better way to find those that match: all of them, or rows in list order. */
    async rowsNeeded(operation: Operation, { input, unfiltered }: ListCase): Promise<number> {
      if (unfiltered === undefined || !("includeTotal" in operation.input.shape)) return page;
      const { sort: _sort, ...matching } = input;
      const total = await countedOnce(operation, matching);
      const all = await countedOnce(operation, unfiltered);
      return Math.max(page, Math.min(total, Math.ceil((page * all) / Math.max(total, 1))));
    },
  };
}

/** Describes the tables and indexes of which more rows are read than allowed: of each, or of this table or index. */
export const excessOf = ({ text, mode, plan }: RecordedPlan, maxRows: number | ((name: string) => number)): string[] =>
  nodesOf(plan).flatMap((node) => {
    const name = node["Index Name"] ?? node["Relation Name"];
    if (name === undefined) return [];
    const allowed = typeof maxRows === "number" ? maxRows : maxRows(name);
    if (readBy(node) <= allowed) return [];
    const statement = text.replaceAll(/\s+/g, " ");
    return [`${name}: ${readBy(node)} rows, at most ${allowed} allowed (${mode} plan) of ${statement}`];
  });
