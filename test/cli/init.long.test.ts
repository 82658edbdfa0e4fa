import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";
import { lectern } from "../support/worlds/installation.ts";

const owner = ["--owner", "ana@school.example"];
const domain = ["--domain", "learn.school.example"];
/** The settings that confine a service. */
const confinement = (file: string) =>
  /^NoNewPrivileges=.*^SystemCallErrorNumber=\w+$/ms.exec(readFileSync(file, "utf8"))![0];
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

void describe("lectern init", () => {
  const parent = mkdtempSync(path.join(tmpdir(), "lectern-init-"));
  let server: ServerProcess | undefined;
  after(async () => {
    await server?.killTree();
    rmSync(parent, { recursive: true });
  });

  void test("creates an installation with a printed link by which the owner chooses a password and signs in", async () => {
    const folder = path.join(parent, "my school");
    const port = await freePort();
    const smtp = "smtp://school:hidden-word@127.0.0.1:1";
    const words = ["init", folder, "--yes", "--json", "--domain", `localhost:${port}`, "--name", "Knots", ...owner];
    const key = "5e".repeat(32);
    const made = await lectern(words, { env: { SMTP_URL: smtp, LECTERN_SECRET_KEY: key } });
    assert.deepEqual([made.code, made.stderr], [0, ""]);
    const { link, origin } = JSON.parse(made.stdout) as { link: string; origin: string };
    assert.equal(origin, `http://localhost:${port}`);

    assert.deepEqual(readdirSync(folder).toSorted(), [
      "backups",
      "data",
      "lectern",
      "lectern.env",
      "lectern.service",
      "lectern.socket",
      "secrets",
    ]);
    assert.equal(modeOf(path.join(folder, "secrets")), "700");
    for (const file of ["lectern.env", "secrets/secret_key", "secrets/smtp_url"])
      assert.equal(modeOf(path.join(folder, file)), "600", file);
    assert.equal(readFileSync(path.join(folder, "secrets/smtp_url"), "utf8"), `${smtp}\n`);
    assert.equal(readFileSync(path.join(folder, "secrets/secret_key"), "utf8"), `${key}\n`);
    for (const file of ["lectern", "lectern.env", "lectern.service"])
      assert.doesNotMatch(readFileSync(path.join(folder, file), "utf8"), /hidden-word/, file);

    assert.equal(modeOf(path.join(folder, "backups")), "700");
    const backup = await promisify(execFile)(path.join(folder, "lectern"), ["backup"], {
      env: { PATH: process.env["PATH"] },
    });
    assert.match(backup.stdout, /my school\/backups\/lectern-/);

    server = await startServer({ LECTERN_HOST: "" }, [path.join(folder, "lectern"), "serve"], parent);
    const visitor = new HttpVisitor(origin);
    const { action, fields } = await visitor.form(link);
    const password = "a long sentence of words";
    await visitor.request(action, { ...fields, name: "Ana Lima", password });
    await visitor.signIn("ana@school.example", password);
    assert.equal((await visitor.request("/admin")).status, 200);
    assert.equal(await server.stop(), 0);
  });

  void test("replaces nothing, and names what is wrong or missing without its secret", async () => {
    const folder = path.join(parent, "wrong");
    const composed = [folder, "--yes", "--compose", ...domain, ...owner];
    const wrong: [words: string[], env: Record<string, string>, message: RegExp][] = [
      [[folder, "--yes", ...owner], {}, /^lectern: --domain: required with --yes\./],
      [[folder, "--yes", ...domain], {}, /^lectern: --owner: required with --yes\./],
      [[folder, "--yes", ...domain, "--owner", "ana"], {}, /^lectern: --owner: Expected an email address/],
      [[folder, "--yes", "--domain", "http://a.example", ...owner], {}, /^lectern: --domain: A site must use https/],
      [[folder, "--yes", ...domain, ...owner], { SMTP_URL: "hidden-word" }, /^lectern: SMTP_URL: Expected smtp:/],
      [
        [folder, "--yes", ...domain, ...owner],
        { LECTERN_SECRET_KEY: "hidden-word" },
        /LECTERN_SECRET_KEY: expected 32/,
      ],
      [[folder, "--yes", ...domain, ...owner], { DATABASE_URL: "hidden-word" }, /^lectern: DATABASE_URL: Expected/],
      [[folder, "--json", ...domain, ...owner], {}, /--json requires --yes/],
      [[path.join(parent, "$HOME"), "--yes", ...domain, ...owner], {}, /^lectern: Expected a folder whose path/],
      [[folder, "--yes", ...domain, ...owner, "--image", "lectern:1"], {}, /^lectern: --image: requires --compose\./],
      [[...composed, "--image", "a b"], {}, /^lectern: --image: Expected the name of an image/],
      [[...composed, "--data", folder], {}, /^lectern: --data: With --compose, the data is in a volume/],
      [
        composed,
        { DATABASE_URL: "postgres://lectern:hidden-word@localhost/school" },
        /^lectern: DATABASE_URL: A container cannot reach localhost/,
      ],
      [
        composed,
        { SMTP_URL: "smtp://school:hidden-word@[::1]" },
        /^lectern: SMTP_URL: A container cannot reach \[::1\]/,
      ],
      [composed, { LECTERN_STORAGE_URL: "file:///srv/files" }, /^lectern: LECTERN_STORAGE_URL: With --compose/],
      [[path.join(parent, "my school"), "--yes", ...domain, ...owner], {}, /lectern\.env exists already/],
    ];
    for (const [words, env, message] of wrong) {
      const { code, stdout, stderr } = await lectern(["init", ...words], { env });
      assert.deepEqual([code, stdout], [2, ""], words.join(" "));
      assert.match(stderr.replace(/^\{.*"message":"/, ""), message);
      assert.doesNotMatch(stderr, /hidden-word/);
    }
    assert.ok(!existsSync(folder));
  });

  void test("asks again after a wrong answer, and uses what the options say", async () => {
    const answers = ["learn school", "learn.school.example", "", "docker", "systemd", "", "", "nonsense", "", ""];
    const folder = path.join(parent, "asked");
    const { code, stderr, stdout } = await lectern(["init", folder, ...owner], { stdin: `${answers.join("\n")}\n` });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Domain of the school: .*is not an origin.*\nDomain of the school: /);
    assert.match(stderr, /systemd or compose \[systemd\]: Expected systemd or compose\.\n/);
    assert.match(stderr, /mail server .*: Expected smtp:/);
    assert.doesNotMatch(stderr, /Email address of its owner/);
    assert.match(stdout, /^Created My school at https:\/\/learn\.school\.example\.\n/);
    assert.match(stdout, /https:\/\/learn\.school\.example\/invitation\?link=\S+\n$/);
    const socket = readFileSync(path.join(folder, "lectern.socket"), "utf8");
    assert.match(socket, /^ListenStream=127\.0\.0\.1:8080$/m);
    const settings = readFileSync(path.join(folder, "lectern.env"), "utf8");
    assert.match(settings, /^LECTERN_HOST='127\.0\.0\.1'$/m);
    assert.doesNotMatch(settings, /SMTP_URL|DATABASE_URL/);
    const without = await lectern(["init", path.join(parent, "none")], { stdin: "" });
    assert.match(without.stderr, /Standard input ended before the last question\. Use --yes to answer none\./);
    assert.equal(without.code, 2);
  });

  void test("writes a unit that is as confined as the one of the documentation", () => {
    const documented = path.join(import.meta.dirname, "../../deploy/systemd/lectern.service");
    assert.equal(confinement(path.join(parent, "asked/lectern.service")), confinement(documented));
  });
});
