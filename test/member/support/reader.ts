import assert from "node:assert/strict";
import { describeFailure } from "../../support/assert-status.ts";
import { issueToken } from "../../support/worlds/issue-token.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { aSite } from "../../support/world.ts";

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string } }[];
}

export interface Reader {
  site: ASite;
  member: AMember;
  bearer: string;
  /** The response, with or without errors. */
  ask: (query: string, variables?: object) => Promise<Answer & { status: number }>;
  /** The data of a response without errors. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape is the test's claim
  read: <Data>(query: string, variables?: object) => Promise<Data>;
  /** The error code of a response. */
  refusal: (query: string, variables?: object) => Promise<string | undefined>;
}

/** A member with a token for everything that members may do. */
export async function aReader(site?: ASite, scope = "account:read account:write"): Promise<Reader> {
  const own = site ?? (await aSite());
  return readerOf(own, await own.member(), scope);
}

export async function readerOf(site: ASite, member: AMember, scope = "account:read account:write"): Promise<Reader> {
  const bearer = await issueToken(site, await site.operatorClient(), member, scope);
  const ask: Reader["ask"] = async (query, variables) => {
    const response = await site.graphql(query, bearer, variables);
    return { status: response.statusCode, ...response.json<Answer>() };
  };
  return {
    site,
    member,
    bearer,
    ask,
    async read<Data>(query: string, variables?: object) {
      const { data, errors } = await ask(query, variables);
      assert.ok(!errors, `GraphQL: ${describeFailure(JSON.stringify({ errors }))}`);
      return data as Data;
    },
    refusal: async (query, variables) => (await ask(query, variables)).errors?.[0]?.extensions.code,
  };
}
