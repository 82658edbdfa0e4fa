import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Visitor } from "oxc-parser";
import { installationWide } from "./support/installation-wide.ts";
import {
  migrationFiles,
  productDependencies,
  readSource,
  type SourceFile,
  sourceFiles,
  tablesOfMigrations,
} from "./support/source-tree.ts";
import { type Statement, statementsOf } from "./support/sql-templates.ts";

const files = sourceFiles();

/** Who may import whom, besides itself: the table of ARCHITECTURE.md. */
const table: Record<string, readonly string[]> = {
  "config.ts": ["lib"],
  "secret-key.ts": ["config.ts", "lib"],
  "compile-cache.ts": [],
  lib: [],
  database: ["lib"],
  access: ["lib"],
  domain: ["access", "database", "lib"],
  oauth: ["access", "database", "domain", "lib"],
  http: ["oauth", "access", "database", "domain", "lib"],
  "oauth/endpoints": ["http", "oauth", "access", "domain", "lib"],
  rest: ["http", "oauth", "access", "domain", "lib"],
  mcp: ["http", "oauth", "access", "domain", "lib"],
  member: ["http", "oauth", "access", "domain", "lib"],
  pages: ["http", "oauth", "access", "domain", "lib"],
  documents: ["http", "oauth", "access", "domain", "lib", "rest", "member", "mcp"],
  cli: ["http", "oauth", "access", "domain", "lib"],
};

/** Where what people and programs meet is put together: these files may import anything. */
const compositionRoots = ["app.ts", "main.ts", "run.ts", "serve.ts", "installation.ts"];

/** Of the composition roots, those that a folder may use nevertheless. */
const rootsFor: Record<string, readonly string[]> = {
  cli: ["compile-cache.ts", "config.ts", "installation.ts", "run.ts", "secret-key.ts"],
};

/** Packages that speak a protocol or a dialect, and the only places that may know it. */
const placesOfPackages: Record<string, readonly string[]> = {
  fastify: ["http", "oauth/endpoints", "rest", "mcp", "member", "pages", "documents", "app.ts", "serve.ts"],
  graphql: ["member"],
  "graphql-jit": ["member"],
  "@pothos/core": ["member"],
  "@fastify/multipart": ["pages/admin", "rest"],
  hono: ["pages", "documents", "domain/mail", "rest/reference"],
  nodemailer: ["domain/mail"],
  cookie: ["http"],
  "ipaddr.js": ["lib/outbound"],
  pino: ["http", "app.ts", "serve.ts"],
  "prom-client": ["http", "serve.ts"],
  commander: ["cli"],
  pg: ["database", "domain/jobs", "domain/imports"],
  "pg-copy-streams": ["domain/imports"],
  "graphile-worker": ["domain/jobs"],
  sharp: ["domain/files"],
};

/** Sites are told apart by `site_id` in every statement but these, each for a reason. */
const acrossSites: Record<string, string> = {
  "domain/jobs/index-old-rows.ts": "where rows are left to index is found for all sites at once",
  "domain/jobs/publish-due-posts.ts": "what is due is found for all sites at once, by time alone",
  "domain/jobs/remove-released-objects.ts": "what nothing holds is removed for all sites at once, by time alone",
  "domain/jobs/remind-of-events.ts": "what is due is found for all sites at once, by time alone",
  "domain/jobs/tell-of-openings.ts": "which sites have courses that open bit by bit is found for all at once",
  "domain/jobs/tell-of-soon-events.ts": "what is due is found for all sites at once, by time alone",
  "domain/jobs/roll-up.ts": "where something is left to count is found for all sites at once",
  "domain/jobs/tend-subscriptions.ts": "what is due is found for all sites at once, by time alone",
  "domain/jobs/webhook-pump.ts":
    "sites where something happened, and endpoints with something due, are found for all at once",
  "domain/jobs/purge.ts": "what has ended is deleted for all sites at once, by time alone",
  "domain/jobs/purge-by-retention.ts": "what a site does not keep any longer is deleted for all sites at once, by time",
  "domain/privacy/erase-account.ts": "an account is the installation's: links that were mailed for it go at every site",
};

/** Slices that use operations of others, each for a reason. */
const usesOperations: Record<string, string> = {
  "domain/exports/lists.ts": "an export is a list read to its end, as whoever asks would be answered it",
};

/** Operations that write and say nothing to the audit log themselves, each for a reason. */
const writesWithoutEntry: Record<string, string> = {
  openMyLecture: "nothing about anybody's security: its events tell of it",
  beginMyQuiz: "nothing about anybody's security",
  answerMyQuiz: "nothing about anybody's security: its events tell of it",
  handInMyWork: "nothing about anybody's security: its events tell of it",
  reportMyProgress: "nothing about anybody's security: its events tell of it",
  changePassword: "each site of the person is told (setAccountPassword)",
  setPassword: "each site of the person is told (setAccountPassword)",
  resetPassword: "each site of the person is told (setAccountPassword)",
  confirmEmail: "what was confirmed is known only then",
  changeSiteSettings: "changeSettings tells what was changed, whoever changes it",
  receiveUploadPart: "the log tells of the upload, when it begins and when it is a file",
  markNotificationRead: "nothing about anybody's security",
  downloadProductFile: "somebody reads what they have: their grant counts it",
  markAllNotificationsRead: "nothing about anybody's security",
  updateNotificationSubscription: "what tells of the account's security cannot be switched off",
  unsubscribeFromMail: "what tells of the account's security cannot be switched off",
};

/** What acts outside of any request: only there an audit entry has neither an address nor the id of a request. */
const outsideOfRequests: Record<string, string> = {
  "cli/caller.ts": "a command is run on the machine itself",
  "domain/sites/create-site.ts": "sites are made by commands",
  "oauth/integrations/replace-integration.ts": "integrations are changed by commands, at every site that has them",
};

/** Outside of `config.ts` the environment is only handed on: to it, or to a child process that needs its PATH. */
const handOnEnvironment: Record<string, RegExp> = {
  "main.ts": /^await runUntilStopped\(process\.env\);$/,
  "cli/action.ts": /readConfig\(process\.env\)/,
  "cli/serve.ts": /runUntilStopped\(process\.env\)/,
  "cli/doctor.ts": /examine\(process\.env\)/,
  "database/embedded/guarded-process.ts": /PATH: process\.env\["PATH"\]/,
  "database/embedded/process-identity.ts": /PATH: process\.env\["PATH"\]/,
};

const folderOf = (path: string): string => {
  const parts = path.split("/");
  if (parts.length === 1) return path;
  return path.startsWith("oauth/endpoints/") ? "oauth/endpoints" : parts[0]!;
};

/** The slice of the domain a file belongs to, `domain` itself for what all of them share. */
const sliceOf = (path: string): string | undefined => {
  const [folder, slice, ...rest] = path.split("/");
  if (folder !== "domain") return undefined;
  return rest.length > 0 ? slice : "domain";
};

void describe("the architecture", () => {
  void test("lets every folder import what its line of the table says, and nothing else", () => {
    assert.deepEqual(files.flatMap(forbiddenImports), []);
    const text = `import type { A } from "#database/sql.ts"; const b = await import("../rest/routes.ts");
      export { c } from "#domain/ids.ts"; let d: import("#http/bearer.ts").E;`;
    assert.deepEqual(forbiddenImports(readSource("member/faulty.ts", text)), [
      "member/faulty.ts imports database/sql.ts",
      "member/faulty.ts imports rest/routes.ts",
    ]);
  });

  void test("has no folder that the table does not know", () => {
    const folders = new Set(files.map(({ path }) => folderOf(path)));
    const known = new Set([...Object.keys(table), ...compositionRoots]);
    assert.deepEqual(
      [...folders].filter((folder) => !known.has(folder)),
      [],
    );
  });

  void test("follows only imports that exist: no file of the tests, and no package that the product comes without", () => {
    const paths = new Set(files.map(({ path }) => path));
    const packages = new Set(productDependencies());
    const violations = files.flatMap((file) =>
      file.imports
        .filter(({ isOurs, target }) => (isOurs ? !paths.has(target) : !isProvided(target, packages)))
        .map(({ target }) => `${file.path} imports ${target}`),
    );
    assert.deepEqual(violations, []);
  });

  void test("keeps each protocol and dialect where it is spoken", () => {
    const violations = files.flatMap((file) =>
      file.imports
        .filter(({ target, isOurs }) => !isOurs && !mayKnow(file.path, target))
        .map(({ target }) => `${file.path} imports ${target}`),
    );
    assert.deepEqual(violations, []);
  });

  void test("lets slices of the domain use each other's nouns and queries, never each other's operations", () => {
    const withOperations = new Set(files.filter((file) => operationsOf(file).length > 0).map(({ path }) => path));
    const confined = files.filter(({ path }) => !(path in usesOperations));
    const violations = confined.flatMap((file) => {
      const slice = sliceOf(file.path);
      const foreign = file.imports.filter(({ target }) => withOperations.has(target) && sliceOf(target) !== slice);
      return slice === undefined ? [] : foreign.map(({ target }) => `${file.path} imports ${target}`);
    });
    assert.deepEqual(violations, []);
  });

  void test("offers every operation somewhere: no capability is written and then reached by nobody", () => {
    const surfaces = new Set(["rest", "mcp", "member", "documents", "pages", "cli", "oauth/endpoints"]);
    const offered = new Set(
      files
        .filter(({ path }) => surfaces.has(folderOf(path)))
        .flatMap(({ imports }) => imports.flatMap(({ target, names }) => names.map((name) => `${target} ${name}`))),
    );
    const all = files.flatMap((file) => operationsOf(file).map((name) => `${file.path} ${name}`));
    assert.ok(all.length > 5, "The operations were not found.");
    assert.deepEqual(
      all.filter((operation) => !offered.has(operation)),
      [],
    );
  });

  void test("names the site in every statement on a table of sites, as often as it names such a table", () => {
    const statements = files.flatMap(statementsOf);
    assert.ok(statements.length > 60, "The statements were not found.");
    assert.deepEqual(
      statements.filter(({ file }) => !(file in acrossSites)).flatMap((statement) => unconfined(statement)),
      [],
    );
    const faulty = readSource("domain/faulty/queries.ts", faultyStatements);
    const found = statementsOf(faulty).flatMap(unconfined);
    assert.deepEqual(
      found.map((line) => line.split(" ")[0]),
      [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `domain/faulty/queries.ts:${line}`),
    );
  });

  void test("only ever adds to the audit log, but where its time is over and where a person is erased", () => {
    const changes = /\b(?:update|delete\s+from|truncate(?:\s+table)?|drop\s+table)\s+(?:only\s+)?audit_entries\b/i;
    const overwrites = /\binto\s+audit_entries\b(?:(?!`).)*\bdo\s+update\b/is;
    const violations = [...files, ...migrationFiles()].filter(
      ({ text }) => changes.test(text) || overwrites.test(text),
    );
    assert.deepEqual(
      violations.map(({ path }) => path),
      ["domain/jobs/purge-by-retention.ts", "domain/privacy/erase-from-records.ts"],
    );
    for (const faulty of [
      "delete from audit_entries where",
      "UPDATE audit_entries\nset",
      "truncate table audit_entries",
      "insert into audit_entries ${rows(entry)} on conflict (site_id, id)\n do update set details = '{}'",
    ])
      assert.ok(changes.test(faulty) || overwrites.test(faulty), faulty);
  });

  void test("tells the audit log of every operation that writes", () => {
    const silent = files.filter(({ path }) => path !== "domain/bulk/bulk.ts").flatMap(silentWritesOf);
    assert.deepEqual(silent.toSorted(), Object.keys(writesWithoutEntry).toSorted());
    const text = `export const a = operation({ name: "loud", writes: true, audit: () => ({}) });
      export const b = operation({ name: "quiet", writes: true, run });
      export const c = operation({ name: "looking", writes: false });`;
    assert.deepEqual(silentWritesOf(readSource("domain/faulty.ts", text)), ["quiet"]);
  });

  void test("acts for nobody's request only where there is none, so that the audit log can tell where each came from", () => {
    const acting = files.filter(({ text }) => /\b(?:requestId|address): null\b/.test(text)).map(({ path }) => path);
    assert.deepEqual(
      acting.filter((path) => !path.startsWith("domain/jobs/")).toSorted(),
      Object.keys(outsideOfRequests).toSorted(),
    );
  });

  void test("reads the environment in config.ts alone; elsewhere it is handed on", () => {
    const violations = files
      .filter(({ path }) => path !== "config.ts")
      .flatMap((file) => {
        const lines = file.text.split("\n").filter((line) => line.includes("process.env"));
        const pattern = handOnEnvironment[file.path];
        return lines.filter((line) => !pattern?.test(line)).map((line) => `${file.path}: ${line.trim()}`);
      });
    assert.deepEqual(violations, []);
  });

  void test("is made of small files: none above 300 lines, 95 of 100 below 180", () => {
    const sizes = files.map(({ path, lines }) => ({ path, lines })).toSorted((a, b) => b.lines - a.lines);
    assert.deepEqual(
      sizes.filter(({ lines }) => lines > 300),
      [],
    );
    const large = sizes.filter(({ lines }) => lines >= 180);
    assert.ok(large.length <= sizes.length * 0.05, JSON.stringify(large));
  });

  void test("has one way to name things: kebab-case files, no defaults, no barrels, no file for whatever is left over", () => {
    const violations = files.flatMap(({ path, exports }) => [
      ...(exports.includes("Default") ? [`${path} has a default export`] : []),
      ...(exports.includes("None") ? [`${path} exports all of another file`] : []),
      ...(/^[a-z0-9]+([-/][a-z0-9]+)*\.ts$/.test(path) ? [] : [`${path} is not kebab-case`]),
      ...(/\b(utils?|helpers?|services?|managers?|impl|common|misc)\b/.test(path) ? [`${path} says nothing`] : []),
    ]);
    assert.deepEqual(violations, []);
  });
});

function forbiddenImports({ path, imports }: SourceFile): string[] {
  const folder = folderOf(path);
  if (compositionRoots.includes(folder)) return [];
  const allowed = new Set([folder, ...(table[folder] ?? []), ...(rootsFor[folder] ?? [])]);
  const forbidden = imports.filter(({ isOurs, target }) => isOurs && !allowed.has(folderOf(target)));
  return forbidden.map(({ target }) => `${path} imports ${target}`);
}

const isProvided = (target: string, packages: ReadonlySet<string>) =>
  target.startsWith("node:") || packages.has(target) || packages.has(`@types/${target}`);

function mayKnow(path: string, target: string): boolean {
  const places = placesOfPackages[target];
  return !places || places.some((place) => path === place || path.startsWith(`${place}/`));
}

/** The exported constants that are made by `operation(…)`. */
function operationsOf({ program, exports }: SourceFile): string[] {
  const names: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      const isOperation =
        init?.type === "CallExpression" && init.callee.type === "Identifier" && init.callee.name === "operation";
      if (isOperation && id.type === "Identifier" && exports.includes(id.name)) names.push(id.name);
    },
  }).visit(program);
  return names;
}

/** The names of operations that write and have no audit entry of their own. */
function silentWritesOf({ program, text }: SourceFile): string[] {
  const names: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== "Identifier" || callee.name !== "operation" || definition?.type !== "ObjectExpression")
        return;
      const values = new Map(
        definition.properties.flatMap((each) =>
          each.type === "Property" && each.key.type === "Identifier" ? [[each.key.name, each.value] as const] : [],
        ),
      );
      const { start = 0, end = 0 } = values.get("name") ?? {};
      const writes = values.get("writes");
      const writesNothing = writes?.type === "Literal" && writes.value === false;
      if (!writesNothing && !values.has("audit")) names.push(text.slice(start, end).replaceAll('"', ""));
    },
  }).visit(program);
  return names;
}

const perSite = new Set(tablesOfMigrations()).difference(new Set(installationWide));

/**
 * A statement on tables of sites says `site_id` at least as often as it takes rows from one or puts rows there, and
 * binds a site; one that does not is told.
 */
function unconfined({ file, line, text, values }: Statement): string[] {
  const mentions = [...text.matchAll(/\b(?:from|join|into|update|using)\s+(\w+)/gi)].filter(([, name]) =>
    perSite.has(name!),
  );
  if (mentions.length === 0) return [];
  const named = text.match(/\bsite_id\b/g)?.length ?? 0;
  const binds = /\bsite\.id\b|\bsiteId\b/.test(values) || /into \w+ \([^)]*\bsite_id\b/.test(text);
  return named >= mentions.length && binds ? [] : [`${file}:${line} ${text.replaceAll(/\s+/g, " ").trim()}`];
}

/** A mistake a line, each of its own kind. */
const faultyStatements = `db.first\`select id from members where id = \${id}\`;
db.run\`insert into grants \${rows({ id, memberId })}\`;
db.many\`select 1 from tokens join families on families.id = tokens.family_id where tokens.site_id = \${site.id}\`;
db.run\`update sessions set revoked_at = \${now} where site_id = \${id}\`;
client.query("delete from enrollments where id = $1", [id]);
copyRows(client, "lectures (id, title)", rows);
db.run\`delete from codes using members where \${sql\`id = \${site.id}\`}\`;
batch({ id: "uuid" }, (asked) => sql\`with \${asked} select place from asked join members on members.id = asked.id\`);
db.first\`select id from accounts where id = \${id}\`;`;
