import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { ConfigError, readConfig } from "../src/server/config.ts";
import { loadSecretKey } from "../src/server/secret-key.ts";
import { problemsOf } from "./support/processes/config-problems.ts";

void test("Settings with passwords or keys can be files; errors name the file but not its content", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-secrets-"));
  const fileOf = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  try {
    const config = readConfig({
      LECTERN_ENV: "production",
      LECTERN_SECRET_KEY_FILE: fileOf("key", `${"5e".repeat(32)}\n`),
      DATABASE_URL_FILE: fileOf("url", "postgres://lectern:hunter2@db.example/lectern\n"),
      SMTP_URL_FILE: "",
    });
    assert.deepEqual(config.secretKey, Buffer.alloc(32, 0x5e));
    assert.equal(config.databaseUrl, "postgres://lectern:hunter2@db.example/lectern");
    assert.deepEqual(
      problemsOf({
        LECTERN_ENV: "production",
        LECTERN_SECRET_KEY_FILE: path.join(folder, "missing"),
        DATABASE_URL_FILE: fileOf("wrong", "mysql://ana:hunter2@db"),
        SMTP_URL: "smtp://mail.example",
        SMTP_URL_FILE: fileOf("smtp", "smtp://mail.example"),
        LECTERN_STORAGE_URL_FILE: fileOf("empty", " \n"),
        LECTERN_PORT_FILE: fileOf("port", "80"),
      }),
      [
        `LECTERN_STORAGE_URL_FILE: ${folder}/empty must contain 1 to 8192 characters.`,
        `LECTERN_SECRET_KEY_FILE: ${folder}/missing cannot be read (ENOENT).`,
        "SMTP_URL_FILE: SMTP_URL is set as well. Remove one of them.",
        "LECTERN_PORT_FILE: unknown setting. Did you mean LECTERN_PORT?",
        "DATABASE_URL: expected postgres://user:password@host:5432,host:5432/database, optionally with target_session_attrs, sslmode (disable, require, verify-ca, verify-full), sslrootcert (required for verify-ca), sslcert, sslkey and options. host, port and dbname replace their part of the address, as in libpq. Parameters that decide where to connect or whom to trust and are not supported, such as hostaddr and sslcrl, are refused.",
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

void test("A key can be written as base64url or as hex", () => {
  const key = Buffer.alloc(32, 0xab);
  assert.deepEqual(readConfig({ LECTERN_SECRET_KEY: key.toString("hex") }).secretKey, key);
  assert.deepEqual(readConfig({ LECTERN_SECRET_KEY: key.toString("base64url") }).secretKey, key);
});

void test("Development creates a secret key once, readable by its own user only, and reuses it", () => {
  const dataFolder = path.join(mkdtempSync(path.join(tmpdir(), "lectern-key-")), "data");
  try {
    const config = readConfig({ LECTERN_DATA: dataFolder });
    const key = loadSecretKey(config);
    assert.equal(key.length, 32);
    assert.deepEqual(loadSecretKey(config), key);
    const file = path.join(dataFolder, "secret.key");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(readFileSync(file, "utf8").trim(), key.toString("base64url"));

    writeFileSync(file, "torn");
    assert.throws(() => loadSecretKey(config), ConfigError);
  } finally {
    rmSync(path.dirname(dataFolder), { recursive: true });
  }
});
