import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { root } from "../support/data/source-tree.ts";

// The package imports JSON as bundlers do, without the attribute that Node.js asks for.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");
hooks.deregister();

interface Step {
  uses?: string;
  run?: string;
}

interface Job {
  needs?: string | string[];
  permissions?: Record<string, string>;
  steps: Step[];
  strategy?: { matrix: Record<string, unknown> };
  "timeout-minutes"?: number;
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const files = globSync(".github/workflows/*.yml", { cwd: root }).toSorted();
const workflows = files.map((file) => ({ file, ...(parse(read(file)) as Workflow) }));
const jobs = workflows.flatMap(({ file, jobs: all }) =>
  Object.entries(all).map(([name, job]) => ({ file, name, job })),
);
const steps = jobs.flatMap(({ file, job }) => job.steps.map((step) => ({ file, ...step })));

/** The errors that GitHub reports: unknown keys, wrong expressions, and needs of jobs that do not exist. */
async function errorsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

void describe("The workflows of the repository", () => {
  void test("are accepted by GitHub's parser, which finds unknown keys, expressions and jobs", async () => {
    assert.deepEqual(
      files.map((file) => path.basename(file)),
      ["check.yml", "nightly.yml", "release.yml"],
    );
    for (const file of files) assert.deepEqual(await errorsOf(file, read(file)), [], file);
    const check = read(".github/workflows/check.yml");
    for (const [from, to] of [
      ["timeout-minutes:", "timeout-minute:"],
      ["${{ matrix.node }}", "${{ matrix.node"],
      ["  node:\n    strategy:", "  node:\n    needs: chek\n    strategy:"],
    ] as const) {
      assert.ok(check.includes(from), from);
      assert.notDeepEqual(await errorsOf("check.yml", check.replace(from, to)), [], to);
    }
  });

  void test("read the repository only, unless a job names what it writes, and end in time", () => {
    for (const { file, permissions } of workflows) assert.deepEqual(permissions, { contents: "read" }, file);
    for (const { file, name, job } of jobs) {
      assert.ok(job["timeout-minutes"]! > 0, `${file}: ${name}`);
      const writes = Object.values(job.permissions ?? {}).includes("write");
      assert.ok(!writes || file.endsWith("/release.yml"), `${file}: ${name}`);
    }
  });

  void test("use actions of GitHub and Docker alone, and put no text of others into a command", () => {
    for (const { file, uses, run } of steps) {
      if (uses !== undefined) assert.match(uses, /^(actions|docker)\/[a-z-]+@v\d+$/, file);
      // An expression in a command is text of the shell: values come from the environment.
      if (run !== undefined) assert.doesNotMatch(run, /\$\{\{ (?!matrix\.)/, file);
    }
  });

  void test("run scripts and tests that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const commands = steps.flatMap(({ run = "" }) => run.split("\n"));
    const named = commands.flatMap((line) => /npm (?:run )?(?!ci\b|view|publish)([\w:]+)/.exec(line)?.[1] ?? []);
    assert.ok(named.length >= 8);
    for (const script of named) assert.ok(scripts[script], script);
    for (const file of commands.flatMap((line) => line.match(/\btest\/\S+\.test\.ts/g) ?? []))
      assert.ok(existsSync(path.join(root, file)), file);
  });

  void test("test each Node.js and PostgreSQL that the documentation names, every night and for a tag", () => {
    const { check, nightly, release } = Object.fromEntries(
      workflows.map(({ file, ...workflow }) => [path.basename(file, ".yml"), workflow]),
    );
    assert.deepEqual(check!.jobs["node"]!.strategy!.matrix, { node: [20, 22, 24] });
    assert.deepEqual(check!.jobs["postgres"]!.strategy!.matrix, { postgres: [15, 16, 17, 18] });
    assert.match(read("CONTRIBUTING.md"), /PostgreSQL 15 to 18/);
    assert.ok("schedule" in nightly!.on);
    assert.deepEqual(release!.on, { push: { tags: ["v*.*.*"] } });
    assert.deepEqual(release!.jobs["publish"]!.needs, ["archives", "packages", "image"]);
  });

  void test("have forms for issues that GitHub can show", () => {
    for (const name of ["bug", "feature"]) {
      const file = `.github/ISSUE_TEMPLATE/${name}.yml`;
      const form = parse(read(file)) as { name: string; description: string; body: { type: string; id?: string }[] };
      assert.ok(form.name && form.description, file);
      const ids = form.body.filter(({ type }) => type !== "markdown").map(({ id }) => id);
      assert.ok(ids.every((id) => id !== undefined) && new Set(ids).size === ids.length, file);
      for (const { type } of form.body) assert.match(type, /^(markdown|textarea|input|dropdown|checkboxes)$/, file);
    }
  });
});
