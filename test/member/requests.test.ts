import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";

async function reader(scope = "openid account:read") {
  const site = await aSite();
  const { access_token } = await site.connect(await site.operatorClient(), await site.member(), scope);
  return { site, bearer: access_token };
}

interface Failure {
  errors: {
    message: string;
    path?: string[];
    locations?: { line: number; column: number }[];
    extensions: { code: string };
  }[];
}

void test("Authentication comes before parsing the query", async () => {
  const { site } = await reader();
  const stranger = await site.connect(await site.operatorClient(), await site.member(), "openid");
  for (const query of ["{ viewer { id } }", "{ nonsense", "mutation { x }"]) {
    assert.equal((await site.graphql(query)).statusCode, 401);
    assert.equal((await site.graphql(query, stranger.access_token)).statusCode, 403);
  }
});

void test("A mutation needs account:write before execution: 403 with both scopes", async () => {
  const { site, bearer } = await reader();
  const response = await site.graphql("mutation { markAllNotificationsRead { __typename } }", bearer);
  assert.equal(response.statusCode, 403);
  const challenge = String(response.headers["www-authenticate"]);
  assert.match(challenge, /error="insufficient_scope"/);
  assert.match(challenge, /scope="openid account:read account:write"/);
});

void test("account:write does not imply account:read", async () => {
  const { site, bearer } = await reader("account:write");
  const response = await site.graphql("{ viewer { id } }", bearer);
  assert.equal(response.statusCode, 403);
  assert.match(String(response.headers["www-authenticate"]), /scope="account:read account:write"/);
});

void test("A query with a syntax error or a schema mismatch is 400 with the reason", async () => {
  const { site, bearer } = await reader();
  for (const [query, code] of [
    ["{ viewer { id }", "GRAPHQL_PARSE_FAILED"],
    ["", "BAD_USER_INPUT"],
    ["{ viewer { nonsense } }", "GRAPHQL_VALIDATION_FAILED"],
    ["{ viewer { schools } }", "GRAPHQL_VALIDATION_FAILED"],
    ["fragment F on Viewer { id }", "GRAPHQL_VALIDATION_FAILED"],
    ["query A { viewer { id } } query B { viewer { id } }", "GRAPHQL_VALIDATION_FAILED"],
    ["subscription { viewer { id } }", "GRAPHQL_VALIDATION_FAILED"],
    ['{ viewer { enrolledCourses(first: "many") { totalCount } } }', "GRAPHQL_VALIDATION_FAILED"],
    [`{ viewer { ${"id ".repeat(6000)} } }`, "GRAPHQL_PARSE_FAILED"],
  ] as const) {
    const response = await site.graphql(query, bearer);
    assert.equal(response.statusCode, 400, query.slice(0, 80));
    const [error] = response.json<Failure>().errors;
    assert.equal(error!.extensions.code, code, query.slice(0, 80));
    assert.ok(error!.message.length > 0);
  }
});

void test("One operation per request: operationName selects it, and a batch is rejected", async () => {
  const { site, bearer } = await reader();
  const query = "query A { viewer { id } } query B { viewer { email } }";
  const chosen = await site.post("/member/graphql", { query, operationName: "B" }, { bearer });
  assert.match(chosen.body, /"email"/);
  for (const [sent, message] of [
    [{ query, operationName: "C" }, 'The document has no operation named "C". Its operations: A, B.'],
    [
      { query: "{ viewer { id } }", operationName: "C" },
      'The document has no operation named "C". Omit operationName.',
    ],
    [{ query }, "The document has several operations. Set operationName to one of them."],
  ] as const) {
    const response = await site.post("/member/graphql", sent, { bearer });
    assert.equal(response.statusCode, 400);
    assert.equal(response.json<Failure>().errors[0]!.message, message);
  }
  const batch = await site.post("/member/graphql", [{ query: "{ viewer { id } }" }], { bearer });
  assert.equal(batch.statusCode, 400);
});

void test("Variables are validated against the query", async () => {
  const { site, bearer } = await reader();
  const query = "query ($first: Int!) { viewer { enrolledCourses(first: $first) { totalCount } } }";
  assert.equal(
    (await site.graphql(query, bearer, { first: 3 })).body,
    '{"data":{"viewer":{"enrolledCourses":{"totalCount":0}}}}',
  );
  for (const variables of [undefined, {}, { first: "3" }, { first: null }]) {
    const response = await site.graphql(query, bearer, variables);
    assert.ok(response.json<Failure>().errors.length > 0, JSON.stringify(variables));
  }
  const wrong = await site.post("/member/graphql", { query: "{ viewer { id } }", variables: "x" }, { bearer });
  assert.equal(wrong.statusCode, 400);
});

void test("An error names its place in the query: syntax, validation, variables, and execution", async () => {
  const { site, bearer } = await reader();
  for (const [query, variables] of [
    ["{\n  viewer { id", undefined],
    ["{\n  nonsense }", undefined],
    ["query (\n  $first: Int!) { viewer { enrolledCourses(first: $first) { totalCount } } }", { first: "3" }],
    ["{ viewer { id\n  enrolledCourses(first: 101) { totalCount } } }", undefined],
  ] as const) {
    const [error] = (await site.graphql(query, bearer, variables)).json<Failure>().errors;
    assert.equal(error!.locations?.[0]?.line, 2, JSON.stringify(error));
  }
});

void test("A wrong argument of one connection leaves the rest of the response", async () => {
  const { site, bearer } = await reader();
  const query = `{ viewer { id courses: enrolledCourses(first: 1000) { nodes { slug } }
    digitalProducts { totalCount } } notifications(first: 0) { totalCount } }`;
  const response = await site.graphql(query, bearer);
  const { data, errors } = response.json<
    Failure & { data: { viewer: Record<string, unknown> } & Record<string, unknown> }
  >();
  assert.deepEqual(
    new Map(errors.map(({ path, extensions }) => [path?.join("."), extensions.code])),
    new Map([
      ["notifications", "BAD_USER_INPUT"],
      ["viewer.courses", "BAD_USER_INPUT"],
    ]),
  );
  assert.match(String(data.viewer["id"]), /^mbr_/);
  assert.deepEqual([data.viewer["courses"], data.viewer["digitalProducts"]], [null, { totalCount: 0 }]);
  assert.equal(data["notifications"], null);
});

void test("The body must be JSON", async () => {
  const { site, bearer } = await reader();
  const send = (payload: string, type: string) =>
    site.request("POST", "/member/graphql", { payload, bearer, headers: { "content-type": type } });
  assert.equal((await send("{ viewer { id } }", "application/graphql")).statusCode, 415);
  assert.equal((await send("query=x", "application/x-www-form-urlencoded")).statusCode, 415);
  assert.equal((await send("x", "text/plain")).statusCode, 415);
  assert.equal((await send("{", "application/json")).statusCode, 400);
});

void test("The newer media type is returned if the client accepts it", async () => {
  const { site, bearer } = await reader();
  const headers = { accept: "application/graphql-response+json, application/json;q=0.9" };
  const response = await site.post("/member/graphql", { query: "{ viewer { id } }" }, { bearer, headers });
  assert.match(String(response.headers["content-type"]), /^application\/graphql-response\+json/);
});

void test("The media type that the client prefers is returned, and decides the status of a refused document", async () => {
  const { site, bearer } = await reader();
  const [newer, older] = ["application/graphql-response+json", "application/json"];
  for (const [accept, type, status] of [
    [newer, newer, 400],
    [older, older, 200],
    [`${older};q=0.9, ${newer}`, newer, 400],
    [`${older}, ${newer}`, newer, 400],
    [`${older}, ${newer};q=0.5`, older, 200],
    [`${newer};q=0, */*`, older, 400],
    [`Application/GraphQL-Response+JSON`, newer, 400],
    ["*/*", older, 400],
    ["text/html", older, 400],
  ] as const) {
    const headers = { accept };
    const valid = await site.post("/member/graphql", { query: "{ viewer { id } }" }, { bearer, headers });
    assert.equal(valid.statusCode, 200, accept);
    assert.equal(valid.headers["content-type"], `${type}; charset=utf-8`, accept);
    const invalid = await site.post("/member/graphql", { query: "{ nonsense }" }, { bearer, headers });
    assert.equal(invalid.statusCode, status, accept);
  }
});

void test("Parameters that are null, or empty in a URL, count as absent", async () => {
  const { site, bearer } = await reader();
  const query = "{ viewer { name } }";
  for (const parameters of [
    { query, operationName: null, variables: null, extensions: null },
    { query, operationName: "" },
    { query, extensions: {}, variables: {}, unknown: true },
  ]) {
    const { body } = await site.post("/member/graphql", parameters, { bearer });
    assert.doesNotMatch(body, /errors/, JSON.stringify(parameters));
  }
  const get = (rest: string) => site.get(`/member/graphql?query=${encodeURIComponent(query)}${rest}`, { bearer });
  for (const rest of ["&variables=&extensions=&operationName=", "&variables=null&extensions=null"]) {
    assert.doesNotMatch((await get(rest)).body, /errors/, rest);
  }
  for (const wrong of [[], "x", 1, [{ first: 1 }]]) {
    for (const name of ["variables", "extensions"]) {
      const inBody = await site.post("/member/graphql", { query, [name]: wrong }, { bearer });
      const inUrl = await get(`&${name}=${encodeURIComponent(JSON.stringify(wrong))}`);
      for (const response of [inBody, inUrl]) {
        assert.equal(response.statusCode, 400, `${name}: ${JSON.stringify(wrong)}`);
        assert.match(response.json<Failure>().errors[0]!.message, new RegExp(`^${name}: `));
      }
    }
  }
});

void test("A fragment that is skipped in one place is included in another", async () => {
  const { site, bearer } = await reader();
  const query = "{ viewer { ...C @include(if: false) ...C } } fragment C on Viewer { __typename }";
  assert.equal((await site.graphql(query, bearer)).body, '{"data":{"viewer":{"__typename":"Viewer"}}}');
});

void test("A default applies to a variable that must not be null, and null is the client's error", async () => {
  const { site, bearer } = await reader();
  const list = "viewer { enrolledCourses(first: $n) { totalCount } }";
  const counted = '{"data":{"viewer":{"enrolledCourses":{"totalCount":0}}}}';
  assert.equal((await site.graphql(`query ($n: Int! = 2) { ${list} }`, bearer)).body, counted);
  assert.equal((await site.graphql(`query ($n: Int! = 2) { ${list} }`, bearer, { n: 3 })).body, counted);
  for (const [query, variables] of [
    ['query ($id: ID = "x") { node(id: $id) { id } }', { id: null }],
    ["query ($with: Boolean = true) { viewer { id @include(if: $with) } }", { with: null }],
    ["query ($with: Boolean = true) { viewer @skip(if: $with) { id } }", { with: null }],
    [
      "query ($statuses: [EnrollmentStatus!] = [ACTIVE], $one: EnrollmentStatus = ACTIVE) { viewer { enrolledCourses(filter: { statuses: [$one] }) { totalCount } digitalProducts { totalCount } a: enrolledCourses(filter: { statuses: $statuses }) { totalCount } } }",
      { one: null },
    ],
  ] as const) {
    const response = await site.graphql(query, bearer, variables);
    assert.equal(response.statusCode, 200, query);
    const [error] = response.json<Failure>().errors;
    assert.equal(error!.extensions.code, "BAD_USER_INPUT", query);
    assert.match(error!.message, /^Argument "/, query);
    assert.ok(error!.locations, query);
  }
});

void test("Aliases, fragments, directives and introspection work as GraphQL specifies", async () => {
  const { site, bearer } = await reader();
  const query = `query ($with: Boolean!) {
    me: viewer { ...Who email @include(if: $with) __typename }
    __type(name: "Viewer") { name }
  }
  fragment Who on Viewer { identifier: id }`;
  const { data } = (await site.graphql(query, bearer, { with: false })).json<{
    data: { me: Record<string, string>; __type: { name: string } };
  }>();
  assert.deepEqual(Object.keys(data.me), ["identifier", "__typename"]);
  assert.equal(data.__type.name, "Viewer");
});

void test("The same text is executed for each member and each request", async () => {
  const { site, bearer } = await reader();
  const other = await site.connect(await site.operatorClient(), await site.member(), "account:read");
  const query = "{ viewer { id } }";
  const answers = await Promise.all([bearer, other.access_token, bearer].map((token) => site.graphql(query, token)));
  assert.equal(answers[0]!.body, answers[2]!.body);
  assert.notEqual(answers[0]!.body, answers[1]!.body);
});

void test("A query can be sent with GET: authenticated by the header only, and never cached", async () => {
  const { site, bearer } = await reader("openid account:read account:write");
  const get = (parameters: Record<string, string>, token: string | undefined = bearer) =>
    site.get(`/member/graphql?${String(new URLSearchParams(parameters))}`, { ...(token && { bearer: token }) });
  const query =
    "query A($first: Int!) { viewer { enrolledCourses(first: $first) { totalCount } } } query B { viewer { id } }";
  const response = await get({ query, operationName: "A", variables: '{"first":3}' });
  assert.equal(response.statusCode, 200);
  assert.equal(response.body, '{"data":{"viewer":{"enrolledCourses":{"totalCount":0}}}}');
  assert.equal(response.headers["cache-control"], "no-store");
  assert.equal((await get({ query: "{ viewer { id } }" }, "")).statusCode, 401);

  for (const parameters of [{}, { query, operationName: "A", variables: "{" }, { query: "{ viewer { nonsense } }" }]) {
    const refused = await get(parameters as Record<string, string>);
    assert.equal(refused.statusCode, 400, JSON.stringify(parameters));
    assert.ok(refused.json<Failure>().errors[0]!.message.length > 0);
  }
  for (const parameters of [{}, { query: "" }]) {
    const [error] = (await get(parameters as Record<string, string>)).json<Failure>().errors;
    assert.equal(error!.extensions.code, "BAD_USER_INPUT");
    assert.match(error!.message, /^The parameter query is missing\. Add it to the URL/);
  }
  const twice = await site.get("/member/graphql?query={viewer{id}}&query={viewer{id}}", { bearer });
  assert.equal(twice.statusCode, 400);
  assert.match(twice.json<Failure>().errors[0]!.message, /^query: .* Send each parameter once/);
});

void test("A mutation sent with GET is 405, and changes nothing", async () => {
  const { site, bearer } = await reader("openid account:read account:write");
  const query = "mutation { markAllNotificationsRead { markedCount } }";
  const response = await site.get(`/member/graphql?${String(new URLSearchParams({ query }))}`, { bearer });
  assert.equal(response.statusCode, 405);
  assert.equal(response.headers["allow"], "POST");
  assert.equal(response.json<Failure>().errors[0]!.message, "Mutations must be sent with POST.");
});
