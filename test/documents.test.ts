import assert from "node:assert/strict";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseYaml } from "yaml";
import { buildProgram } from "../src/cli/program.ts";
import { documentNames } from "../src/pages/docs/contents.ts";
import { secretSettings, settings } from "../src/server/config.ts";

const program = await buildProgram();
const root = path.join(import.meta.dirname, "..");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "bench/README.md",
  "tools/package/readme.md",
  "tools/package/client.md",
  ...globSync("docs/**/*.md", { cwd: path.join(import.meta.dirname, "..") }),
];
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** All code of a document: lines of blocks, fenced or indented, and inline code. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```$/gms)].flatMap(([, block]) => block!.split("\n"));
  const indented = [...text.matchAll(/^ {4}(\S.*)$/gm)].map(([, line]) => line!);
  const inline = [...text.replaceAll(/^```\w*\n.*?^```$/gms, "").matchAll(/`([^`\n]+)`/g)].map(([, piece]) => piece!);
  return [...blocks, ...indented, ...inline].map((line) => line.trim());
}

/** Files that a guide creates: rows `| new | file |` of its tables. */
const createdBy = (text: string): string[] => [...text.matchAll(/^\| new \| `([^`]+)`/gm)].map(([, file]) => file!);

/** Programs that run the rest of the line: in a container, in a pod, as another user. */
const wrapper = /^(?:sudo|kubectl .* --|docker (?:.* lectern|run)) (?=lectern [a-z])/;

/** The command in a checkout, without a name that npm might download. */
const ofCheckout = /^npm run -s lectern -- /;

/** The error of a command, or undefined: scripts, files and `lectern` commands must exist. */
function faultOf(line: string, created: readonly string[] = []): string | undefined {
  const command = line.replace(ofCheckout, "lectern ").replace(wrapper, "");
  const [first, second, ...rest] = command.split(/\s+/);
  if (first === "npm" && second === "run") return faultOfScript(rest[0]);
  if (first === "npm" && (second === "test" || second === "start"))
    return (
      faultOfScript(second) ??
      rest
        .filter((word) => !created.includes(word))
        .map(faultOfFile)
        .find(Boolean)
    );
  if (first === "node" && /^(?:tools|bench)\//.test(second!)) return "Node.js 20 does not run TypeScript: use npm run";
  if (first === "node") return faultOfFile(second!);
  if (first === "npx" && second === "lectern") return faultOfLectern(rest);
  if (first === "lectern" && second !== undefined) return faultOfLectern([second, ...rest]);
  return undefined;
}

const faultOfScript = (name = "") => (Object.hasOwn(scripts, name) ? undefined : `there is no script ${name}`);

const faultOfFile = (word: string) =>
  !word.endsWith(".ts") || existsSync(path.join(root, word)) ? undefined : `there is no ${word}`;

function faultOfLectern(args: readonly string[]): string | undefined {
  let command = program;
  const known = new Set(["--help", "--version", "--json"]);
  for (const word of args) {
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner) command = inner;
    else if (command.commands.length > 0 && /^[a-z]/.test(word)) return `there is no command ${word}`;
    else if (word.startsWith("--") && !known.has(word) && !command.options.some(({ long }) => long === word))
      return `there is no option ${word}`;
  }
  return undefined;
}

for (const document of documents) {
  void test(`${document} names only existing commands, scripts and files`, () => {
    const commands = codeOf(read(document)).flatMap((line) =>
      line.split(/ (?:&&|\|) |[…#]/).map((part) => part.trim()),
    );
    const created = createdBy(read(document));
    const faults = commands
      .map((command) => ({ command, fault: faultOf(command, created) }))
      .filter(({ fault }) => fault);
    assert.deepEqual(faults, []);
  });

  void test(`${document} links only to existing files`, () => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link]) => link!);
    const folder = path.dirname(path.join(root, document));
    assert.deepEqual(
      links.filter((link) => !existsSync(path.join(folder, link))),
      [],
    );
  });
}

void test("No document that schools serve runs or installs a package of Lectern before its name is reserved", () => {
  const published = /\b(?:npx|bunx|dlx|npm (?:i|install|create|init|exec))\b[^`\n]*\blectern\b|@lectern\//;
  assert.ok(published.test("npx --yes lectern login") && published.test("npm install @lectern/sdk"));
  // The SDK is installed from the school that serves it.
  const imported = /from "@lectern\/sdk(?:\/\w+)?"|(?<=npm )install https:\/\/learn\.school\.example\/docs\/sdk\.tgz/g;
  const required = /`require\("@lectern\/sdk"\)`/g;
  const served = documentNames.map((name) => `docs/${name}.md`);
  assert.deepEqual(
    served.filter((document) => published.test(read(document).replaceAll(imported, "").replaceAll(required, ""))),
    [],
  );
});

void test("The README of the client gives commands all their arguments", () => {
  const lines = codeOf(read("tools/package/client.md")).flatMap(
    (line) => /^lectern (\S.*?)(?: {2,}|$)/.exec(line)?.[1] ?? [],
  );
  assert.ok(lines.length >= 5);
  for (const line of lines) {
    const [name, ...words] = line.split(" ");
    const command = program.commands.find((one) => one.name() === name)!;
    const values = words.filter((word, index) => !word.startsWith("--") && !words[index - 1]?.startsWith("--"));
    assert.equal(values.length, command.registeredArguments.filter(({ required }) => required).length, line);
  }
});

void test("Paragraphs about the architecture have at most 600 characters: longer rules are lists", () => {
  const paragraphs = globSync("docs/architecture/*.md", { cwd: root }).flatMap((file) =>
    read(file)
      .split("\n")
      .filter((line) => !line.startsWith("|"))
      .map((line) => ({ file, line })),
  );
  assert.ok(paragraphs.length > 500);
  assert.deepEqual(
    paragraphs.filter(({ line }) => line.length > 600),
    [],
  );
});

void test("An unknown command is detected", () => {
  const faulty = [
    "npm run bench:nothing",
    "npm test -- test/nothing.test.ts",
    "npx lectern site sett learn.example",
    "lectern keys rotate --now",
    "npm run -s lectern -- sites",
    "node tools/write-contracts.ts",
    "node src/nothing.ts",
    "docker compose exec lectern lectern sites",
    "kubectl exec deploy/lectern --container lectern -- lectern doctor --deep",
    "sudo lectern doktor",
  ];
  assert.ok(faulty.every((command) => faultOf(command) !== undefined));
  const lines = codeOf("Say `npm run one`.\n\n```sh\nnpm run two\n```\n\n    npm run three\n");
  assert.deepEqual(lines.filter(Boolean), ["npm run two", "npm run three", "npm run one"]);
});

void test("The documented settings match the program", () => {
  const rows = [
    ...read("docs/reference/settings.md").matchAll(/^\| `((?:LECTERN|DATABASE|SMTP|OTEL)_\w+)` \|(.*)\|$/gm),
  ];
  const documented = rows.map(([, name, cells]) => {
    const [meaning, allowed, unset] = cells!.split("|").map((cell) => cell.replaceAll("`", "").trim());
    return { name, meaning, default: unset, allowed };
  });
  assert.deepEqual(documented, settings);
  const inFiles = /Append `_FILE` [^:]*: (.*?)\. The file/.exec(read("docs/reference/settings.md"))![1]!;
  assert.deepEqual(
    [...inFiles.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    secretSettings,
  );
});

void test("The tree in ARCHITECTURE.md lists every file at the top of src", () => {
  const names = readdirSync(path.join(root, "src"), { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  );
  const tree = /^```\nsrc\/\n(.*?)^```$/ms.exec(read("ARCHITECTURE.md"))![1]!;
  assert.deepEqual(
    names.filter((name) => !new RegExp(`^  ${name.replace(".", "\\.")} `, "m").test(tree)),
    [],
  );
});

const parsers: Record<string, (text: string) => unknown> = {
  json: (text) => JSON.parse(text) as unknown,
  yaml: (text) => parseYaml(text, { strict: true }) as unknown,
  csv: (text) => parseCsv(text),
};

for (const [language, parse] of Object.entries(parsers)) {
  void test(`Every ${language} block in the documentation is valid`, () => {
    const blocks = documents.flatMap((document) =>
      [...read(document).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, block]) => block!),
    );
    assert.ok(blocks.length > 0);
    for (const block of blocks) assert.doesNotThrow(() => parse(block), block);
  });
}
