import { randomUUID } from "node:crypto";
import { authorize, type Credentials, introspect, refresh, revoke } from "./credentials.ts";
import { query } from "../viewer/query.ts";
import type { School } from "./school.ts";
import { Visitor } from "./visitor.ts";

/** One kind of request, and how often it occurs among the others. */
export interface Work {
  name: string;
  weight: number;
  run: (credentials: Credentials) => Promise<unknown>;
}

/** Requests to every surface of a school. Rows that they write are deleted by time, or are always the same. */
export function surfacesOf(school: School): Work[] {
  const { origin, apiKey, courses, images, lectures, certificate } = school;
  const get = async (path: string, headers: Record<string, string> = {}) =>
    requireOk(path, await fetch(origin + path, { headers }));
  const page = (path: string) => get(path, { accept: "text/html" });
  const operator = (path: string) => get(`/api/v1${path}`, { authorization: `Bearer ${apiKey}` });
  const send = async (method: string, path: string, body: object, bearer = apiKey) =>
    requireOk(
      path,
      await fetch(origin + path, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(path.startsWith("/api/v1") && { "idempotency-key": randomUUID() }),
        },
        body: JSON.stringify(body),
      }),
    );
  const rpc = (method: string, params: object) => send("POST", "/mcp", { jsonrpc: "2.0", id: 1, method, params });
  /** A token that is not in use elsewhere, or a new one. */
  const takeTokens = async ({ tokens, sessions }: Credentials) => tokens.shift() ?? authorize(school, anyOf(sessions));

  return [
    { name: "discovery", weight: 4, run: () => get("/.well-known/openid-configuration") },
    { name: "JWKS", weight: 4, run: () => get("/api/oauth/jwks") },
    {
      name: "authorization and code",
      weight: 4,
      run: async ({ tokens, sessions }) => tokens.push(await authorize(school, anyOf(sessions))),
    },
    {
      name: "refresh",
      weight: 10,
      run: async (credentials) => credentials.tokens.push(await refresh(school, await takeTokens(credentials))),
    },
    {
      name: "userinfo",
      weight: 10,
      async run(credentials) {
        const tokens = await takeTokens(credentials);
        await get("/api/oauth/userinfo", { authorization: `Bearer ${tokens.access}` });
        credentials.tokens.push(tokens);
      },
    },
    {
      name: "introspection",
      weight: 5,
      run: ({ confidentialTokens }) => introspect(school, anyOf(confidentialTokens)),
    },
    { name: "revocation", weight: 4, run: async (credentials) => revoke(school, await takeTokens(credentials)) },
    { name: "lists of the operator API", weight: 8, run: () => operator(anyOf(lists)) },
    {
      name: "writes of the operator API",
      weight: 5,
      run: () => send("PATCH", "/api/v1/school", { metadata: { soak: randomUUID() } }),
    },
    {
      name: "progress",
      weight: 5,
      run() {
        const { enrollment, lecture } = anyOf(lectures);
        const occurred_at = new Date().toISOString();
        const position_seconds = Math.floor(Math.random() * 60);
        const event = { id: randomUUID(), lecture_id: lecture, kind: "position", position_seconds, occurred_at };
        return send("POST", `/api/v1/enrollments/${enrollment}/progress`, { events: [event] });
      },
    },
    { name: "MCP tools/list", weight: 2, run: () => rpc("tools/list", {}) },
    { name: "MCP tools/call", weight: 4, run: () => rpc("tools/call", { name: "list_courses", arguments: {} }) },
    {
      name: "Member API",
      weight: 6,
      run: ({ memberTokens }) => send("POST", "/member/graphql", { query }, anyOf(memberTokens)),
    },
    {
      name: "public pages",
      weight: 10,
      run: () => page(anyOf([...publicPages, ...courses.map((slug) => `/courses/${slug}`)])),
    },
    { name: "images", weight: 4, run: () => get(anyOf(images)) },
    { name: "documents", weight: 2, run: () => get(anyOf(documents)) },
    { name: "learning pages", weight: 5, run: ({ student }) => signedIn(student, anyOf(["/learn", "/account"])) },
    { name: "admin area", weight: 3, run: ({ owner }) => signedIn(owner, anyOf(adminPages)) },
    {
      name: "documentation",
      weight: 2,
      run: () => page(anyOf(["/docs", "/docs/api", "/docs/guides/quickstart", "/docs/errors"])),
    },
    { name: "openapi.json", weight: 0.5, run: () => get("/openapi.json") },
    { name: "sign-in", weight: 0.5, run: () => Visitor.signIn(origin, school.student) },
    {
      name: "PDF certificate",
      weight: 0.2,
      run: ({ student }) => signedIn(student, `/certificates/${certificate}/pdf`),
    },
  ];
}

const lists = ["/courses", "/students", "/enrollments", "/orders", "/members", "/posts", "/audit_log", "/groups"];
const publicPages = ["/", "/courses", "/events", "/posts", "/lecturers", "/membership-plans", "/digital-products"];
const documents = ["/llms.txt", "/auth.md", "/pricing.md", "/sitemap.xml", "/robots.txt", "/courses.md"];
const adminPages = ["/admin", "/admin/members", "/admin/reviews"];

const signedIn = async (visitor: Visitor, path: string): Promise<string> =>
  requireOk(path, await visitor.request(path));

async function requireOk(path: string, response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return text;
}

const anyOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;
