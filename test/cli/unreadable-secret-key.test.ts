import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { temporaryDataFolder, anInstallation, type TestInstallation, urlOf } from "../support/worlds/installation.ts";
import { freePort, spawnServer } from "../support/processes/server-process.ts";

void describe("A secret.key that cannot be read", () => {
  let installation: TestInstallation;
  const dataFolder = temporaryDataFolder();
  const file = path.join(dataFolder, "secret.key");
  /** Only development keeps its key in the data folder. */
  const settings = () => ({
    LECTERN_ENV: "test",
    LECTERN_SECRET_KEY: "",
    LECTERN_DATA: dataFolder,
    DATABASE_URL: urlOf(installation.connection),
  });
  before(async () => {
    installation = await anInstallation();
  });
  after(async () => {
    await installation.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const replaceFile = (replace: () => void) => {
    rmSync(file, { recursive: true, force: true });
    replace();
  };

  void test("is named by the doctor beside its other findings, as a damaged one is", async () => {
    for (const [replace, problem] of [
      // Unreadable for every user, root included.
      [() => mkdirSync(file), /cannot be read \(EISDIR\)\. It must be a file with the secret key that the user with /],
      [() => writeFileSync(file, "torn"), /expected 32 bytes as base64url\. Restore the file/],
    ] as const) {
      replaceFile(replace);
      const { code, stdout } = await installation.lectern(["doctor", "--json"], { env: settings() });
      assert.equal(code, 1);
      const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
      for (const name of ["Secrets", "Secret key"]) {
        const found = checks.find((check) => check.name === name)!;
        assert.equal(found.status, "wrong", name);
        assert.match(found.detail, problem);
      }
      assert.ok(checks.some(({ name, status }) => name === "Files" && status === "ok"));
    }
  });

  void test("ends the start of a server with one line about it", async () => {
    for (const [replace, code] of [
      [() => mkdirSync(file), "EISDIR"],
      [() => symlinkSync("absent", file), "ENOENT"],
    ] as const) {
      replaceFile(replace);
      const server = spawnServer({ ...settings(), LECTERN_PORT: await freePort() });
      assert.equal(await server.exited, 1);
      const lines = server.stderr().trimEnd().split("\n");
      const start = lines.indexOf("Invalid settings:");
      assert.match(lines[start + 1]!, new RegExp(`^  ${file} cannot be read \\(${code}\\)\\.`));
      assert.equal(lines.length, start + 2, server.stderr());
    }
  });
});
