import assert from "node:assert/strict";
import { test } from "node:test";
import { settings } from "../../src/server/config.ts";
import { failureOf } from "../../src/cli/terminal/failure.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { lectern } from "../support/worlds/installation.ts";

const program = await buildProgram();

/** Every command with its path, such as `site create`, without groups. */
function commands(command = program, names: string[] = []): string[][] {
  return command.commands.flatMap((inner) => {
    const path = [...names, inner.name()];
    return inner.commands.length > 0 ? commands(inner, path) : [path];
  });
}

void test("Help lists every command, setting and exit code, and needs no installation", async () => {
  const { code, stdout } = await lectern(["--help"], { env: { LECTERN_PORT: "nonsense" } });
  assert.equal(code, 0);
  for (const [name] of commands()) assert.match(stdout, new RegExp(`^  ${name}\\b`, "m"));
  for (const { name, meaning } of settings) assert.ok(stdout.includes(`  ${name} `) && stdout.includes(meaning), name);
  assert.match(stdout, /Exit codes: 0 ok, 1 failed, 2 wrong usage/);
});

void test("Every command has a description and an example", () => {
  for (const path of commands()) {
    let command = program;
    for (const word of path) command = command.commands.find((inner) => inner.name() === word)!;
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    assert.ok(command.summary(), path.join(" "));
    assert.match(help, /--json/);
    assert.match(help, new RegExp(`Examples?:\\n  \\$ .*lectern ${path.join(" ")}`), path.join(" "));
  }
});

void test("No command accepts a secret as an argument or option value", () => {
  for (const names of commands()) {
    let command = program;
    for (const word of names) command = command.commands.find((inner) => inner.name() === word)!;
    const values = [
      ...command.registeredArguments.map((argument) => argument.name()),
      ...command.options.filter((option) => option.required || option.optional).map((option) => option.long ?? ""),
    ];
    assert.deepEqual(
      values.filter((name) => /password|secret|key|token/.test(name)),
      [],
      names.join(" "),
    );
  }
});

const wrong: [string[], RegExp][] = [
  [["frobnicate"], /unknown command 'frobnicate'/],
  [["site", "lst"], /Did you mean list\?/],
  [["site", "create"], /--name <name>' not specified/],
  [["site", "create", "https://x.example", "--name", "X", "--locale", "de"], /Allowed choices are en, zh-TW/],
  [["site", "list", "--jsn"], /unknown option '--jsn'[^]*Did you mean --json\?/],
  [
    ["member", "add", "ana@x.example", "--roles", "owner,admin"],
    /"admin" is not a role\. Expected roles from owner, manager/,
  ],
  [["member", "list", "--limit", "1000"], /from 1 to 200/],
  [["payments", "reconcile", "--days", "0"], /from 1 to 90/],
  [["payments", "reconcile", "--days", "1.5"], /from 1 to 90/],
  [
    ["key", "create", "--name", "X", "--scopes", "courses:read", "--expires", "731"],
    /--expires <days>' argument '731' is invalid\. Expected at most 730 days/,
  ],
  [["key", "create", "--name", "X", "--scopes", "courses:read", "--expires", "0"], /--expires.*at least one day/],
  [["listen", "--events", "course.creatd"], /no event type "course\.creatd"\. Did you mean course\.created\?/],
  [["listen", "--forward-to", "http://hooks.example/x"], /Use https, or http on this machine/],
  [["backup", "ftp://backups.example/school.tar"], /Expected a path, or s3:\/\/key:secret@bucket/],
  [["backup", "file:///%2Fschool.tar"], /Expected a path, or s3:\/\/key:secret@bucket/],
  [["backup", "verify", "s3://school/backup.tar?regoin=x"], /Expected a path, or s3:\/\/key:secret@bucket/],
  [["restore", "school.tar", "--series", "main"], /--series requires --at/],
  [["restore", "--at", "yesterday", "/backups"], /expected a time with its zone/],
  [["restore", "--at", "2026-02-30T10:30:00Z", "/backups"], /expected a time with its zone/],
  [["payments", "compare"], /unknown command 'compare'/],
  [["member", "list", "--role", "admin"], /Allowed choices are owner, manager/],
  [["member", "add", "a@b.c", "--roles", "owner", "--password-stdin", "--generate-password"], /cannot be used with/],
];

for (const [words, expected] of wrong) {
  void test(`\`lectern ${words.join(" ")}\` is a usage error, and the message explains the fix`, async () => {
    const parsed = buildProgram(words).then((own) => own.parseAsync(words, { from: "user" }));
    const error: unknown = await parsed.catch((thrown: unknown) => thrown);
    const { exitCode, code, message } = failureOf(error);
    assert.deepEqual([exitCode, code], [2, "usage"]);
    assert.match(message, expected);
  });
}

void test("A usage error exits with 2, and explains the error and where to read more", async () => {
  const unknown = await lectern(["site", "lst"], {});
  assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
  assert.equal(unknown.stderr, "lectern: unknown command 'lst'\n(Did you mean list?)\nSee: lectern site --help\n");
  const none = await lectern([], {});
  assert.deepEqual([none.code, none.stdout], [2, ""]);
  assert.match(none.stderr, /^Usage: lectern/);
});

void test("With --json errors are a document on stderr, and stdout is empty", async () => {
  const usage = await lectern(["site", "create", "--json"], {});
  assert.deepEqual([usage.code, usage.stdout], [2, ""]);
  assert.deepEqual(JSON.parse(usage.stderr), {
    error: { code: "usage", message: "required option '--name <name>' not specified" },
  });
  const settings = await lectern(["site", "list", "--json"], { env: { LECTERN_PORT: "http", LECTERN_HSOT: "x" } });
  assert.equal(settings.code, 2);
  const { error } = JSON.parse(settings.stderr) as { error: { code: string; message: string } };
  assert.equal(error.code, "wrong_settings");
  assert.match(error.message, /LECTERN_HSOT: .*LECTERN_HOST[^]*LECTERN_PORT: expected 1 to 65535/);
});

void test("Control characters in a message do not reach the terminal", async () => {
  const { code, stderr } = await lectern(["\u001B[2J"], {});
  assert.equal(code, 2);
  assert.match(stderr, /\uFFFD\[2J/);
  assert.ok(!stderr.includes("\u001B"));
});
