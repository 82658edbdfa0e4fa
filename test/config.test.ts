import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { readConfig, settings } from "../src/server/config.ts";
import { type Environment, problemsOf } from "./support/processes/config-problems.ts";

void test("An empty environment is a development installation on loopback addresses, with everything in .data", () => {
  assert.deepEqual(readConfig({ PATH: "/bin", HOME: "/home/ana" }), {
    apiKey: undefined,
    userFolder: "/home/ana/.config/lectern",
    environment: "development",
    host: "localhost",
    port: 8080,
    dataFolder: path.resolve(".data"),
    storageUrl: pathToFileURL(path.resolve(".data/files")).href,
    databaseUrl: undefined,
    statementTimeout: 4000,
    secretKey: undefined,
    previousSecretKey: undefined,
    processes: 1,
    drainTime: 0,
    shutdownTime: 25_000,
    clientMetadataLoopback: false,
    metricsPort: undefined,
    metricsHost: "127.0.0.1",
    slowStatementTime: 500,
    slowStatementPlan: false,
    tracing: undefined,
    trustsTraceparent: false,
    trustedProxies: [],
    smtpUrl: undefined,
    mailFrom: undefined,
    securityContacts: [],
    stripeUrl: undefined,
    ecpayUrl: undefined,
    backupUrl: undefined,
    backupSchedule: "0 3 * * *",
    backupRetention: { days: 7, weeks: 4, months: 12 },
    walInterval: undefined,
    walDays: 7,
    logLevel: "info",
  });
});

void test("Every setting is read, and the configuration is frozen", () => {
  const key = Buffer.alloc(32, 7);
  const config = readConfig({
    LECTERN_ENV: "production",
    LECTERN_HOST: "::1",
    LECTERN_PORT: "9000",
    LECTERN_PROCESSES: "4",
    LECTERN_DATA: "/srv/lectern",
    DATABASE_URL: "postgresql://lectern:secret@db.example/lectern",
    LECTERN_STATEMENT_TIMEOUT: "9",
    LECTERN_SECRET_KEY: key.toString("base64url"),
    LECTERN_SECRET_KEY_PREVIOUS: key.toString("hex"),
    LECTERN_DRAIN_SECONDS: "12",
    LECTERN_SHUTDOWN_SECONDS: "90",
    LECTERN_METRICS_PORT: "9100",
    LECTERN_METRICS_HOST: "10.0.0.7",
    LECTERN_SLOW_STATEMENT_MS: "off",
    LECTERN_SLOW_STATEMENT_PLAN: "true",
    LECTERN_TRUST_TRACEPARENT: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318",
    OTEL_SERVICE_NAME: "school",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment.name=live%20one",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.05",
    LECTERN_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,fd00::/8",
    SMTP_URL: "smtps://school:secret@mail.example:465",
    LECTERN_MAIL_FROM: "school@mail.example",
    LECTERN_SECURITY_CONTACT: "mailto:security@mail.example, https://mail.example/report",
    LECTERN_STRIPE_URL: "https://stripe.example/",
    LECTERN_ECPAY_URL: "https://ecpay.example/",
    LECTERN_BACKUP_URL: "s3://bucket/backups",
    LECTERN_BACKUP_SCHEDULE: "*/30 0-6,22 * * 1-5",
    LECTERN_BACKUP_KEEP: "6m 14d",
    LECTERN_LOG_LEVEL: "warn",
  });
  assert.equal(config.environment, "production");
  assert.equal(config.stripeUrl, "https://stripe.example");
  assert.equal(config.ecpayUrl, "https://ecpay.example");
  assert.deepEqual([config.host, config.processes], ["::1", 4]);
  assert.deepEqual([config.port, config.metricsPort, config.metricsHost], [9000, 9100, "10.0.0.7"]);
  assert.equal(config.dataFolder, "/srv/lectern");
  assert.deepEqual([config.slowStatementTime, config.slowStatementPlan], [Infinity, true]);
  assert.deepEqual(
    [config.trustsTraceparent, config.tracing],
    [
      true,
      {
        sampler: "parentbased_traceidratio",
        ratio: 0.05,
        resource: { "service.name": "school", "deployment.environment.name": "live one" },
      },
    ],
  );
  assert.equal(config.databaseUrl, "postgresql://lectern:secret@db.example/lectern");
  assert.deepEqual([config.secretKey, config.previousSecretKey], [key, key]);
  assert.deepEqual(config.trustedProxies, ["10.0.0.0/8", "192.0.2.1", "fd00::/8"]);
  assert.deepEqual(
    [config.smtpUrl, config.mailFrom],
    ["smtps://school:secret@mail.example:465", "school@mail.example"],
  );
  assert.deepEqual(config.securityContacts, ["mailto:security@mail.example", "https://mail.example/report"]);
  assert.deepEqual([config.statementTimeout, config.drainTime, config.shutdownTime], [9000, 12_000, 90_000]);
  assert.deepEqual([config.backupUrl, config.backupSchedule], ["s3://bucket/backups", "*/30 0-6,22 * * 1-5"]);
  assert.deepEqual(config.backupRetention, { days: 14, weeks: 0, months: 6 });
  assert.equal(config.logLevel, "warn");
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.trustedProxies));
});

void test("Client metadata documents on this machine are allowed only in development on loopback addresses", () => {
  const LECTERN_CLIENT_METADATA_LOOPBACK = "true";
  assert.equal(readConfig({ LECTERN_CLIENT_METADATA_LOOPBACK }).clientMetadataLoopback, true);
  const reached: Environment[] = [
    { LECTERN_ENV: "production", LECTERN_SECRET_KEY: "0".repeat(64), LECTERN_HOST: "127.0.0.1" },
    { LECTERN_ENV: "test" },
    { LECTERN_HOST: "0.0.0.0" },
    { LECTERN_HOST: "learn.example" },
  ];
  for (const env of reached) {
    assert.match(
      problemsOf({ ...env, LECTERN_CLIENT_METADATA_LOOPBACK })[0]!,
      /^LECTERN_CLIENT_METADATA_LOOPBACK: requires/,
    );
  }
  assert.match(problemsOf({ LECTERN_CLIENT_METADATA_LOOPBACK: "yes" })[0]!, /expected true, false/);
});

void test("Only trusted proxies can continue traces, and tracing can be turned off by the standard variables", () => {
  assert.deepEqual(problemsOf({ LECTERN_TRUST_TRACEPARENT: "true" }), [
    "LECTERN_TRUST_TRACEPARENT: requires LECTERN_TRUSTED_PROXIES.",
  ]);
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
  assert.equal(readConfig(endpoint).tracing?.resource["service.name"], "lectern");
  const tracesEndpoint = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/v1/traces" };
  assert.ok(readConfig(tracesEndpoint).tracing);
  assert.equal(problemsOf({ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "foo" }).length, 1);
  assert.equal(readConfig({ ...endpoint, OTEL_SDK_DISABLED: "true" }).tracing, undefined);
  assert.equal(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }).tracing, undefined);
});

void test("The write-ahead log is archived only with a target for backups and an embedded database", () => {
  const wal = { LECTERN_BACKUP_WAL_SECONDS: "60" };
  const url = { LECTERN_BACKUP_URL: "file:///backups" };
  const { walInterval, walDays } = readConfig({ ...wal, ...url });
  assert.deepEqual([walInterval, walDays], [60_000, 7]);
  for (const env of [wal, { ...wal, ...url, DATABASE_URL: "postgres://db.example/lectern" }]) {
    assert.match(problemsOf(env).join(), /^LECTERN_BACKUP_WAL_SECONDS: requires LECTERN_BACKUP_URL and the embedded/);
  }
});

void test("An empty variable counts as absent, as compose files write it", () => {
  assert.equal(readConfig({ LECTERN_PORT: "", LECTERN_METRICS_PORT: " " }).port, 8080);
  assert.match(problemsOf({ LECTERN_ENV: "production", LECTERN_SECRET_KEY: "" })[0]!, /^LECTERN_SECRET_KEY: required/);
});

void test("Production listens on every address and requires its secret", () => {
  assert.match(problemsOf({ LECTERN_ENV: "production" }).join("\n"), /^LECTERN_SECRET_KEY: required in production/);
  const env = { LECTERN_ENV: "production", LECTERN_SECRET_KEY: "00".repeat(32) };
  assert.equal(readConfig(env).host, "0.0.0.0");
});

void test("One process per core that this program may use, on request", () => {
  assert.equal(readConfig({ LECTERN_PROCESSES: "auto" }).processes, os.availableParallelism());
});

void test("Draining ends before the process must exit: five seconds in production", () => {
  const env = { LECTERN_ENV: "production", LECTERN_SECRET_KEY: "00".repeat(32) };
  assert.equal(readConfig(env).drainTime, 5000);
  assert.equal(readConfig({ ...env, LECTERN_SHUTDOWN_SECONDS: "3" }).drainTime, 2000);
  assert.match(problemsOf({ LECTERN_DRAIN_SECONDS: "25" })[0]!, /less than LECTERN_SHUTDOWN_SECONDS/);
});

for (const [name, values] of Object.entries({
  LECTERN_ENV: ["prod", "Production"],
  LECTERN_HOST: ["http://localhost", "-a", "a b"],
  LECTERN_PROCESSES: ["0", "65", "two", "-1"],
  LECTERN_PORT: ["0", "65536", "80a", "-1", "1e3"],
  LECTERN_STATEMENT_TIMEOUT: ["0", "61", "1.5", "4s"],
  LECTERN_DRAIN_SECONDS: ["601", "-1"],
  LECTERN_SHUTDOWN_SECONDS: ["0", "3601"],
  DATABASE_URL: ["mysql://localhost/lectern", "localhost:5432", "postgres:lectern", "postgresql://db:port/x"],
  LECTERN_SECRET_KEY: ["short", "zz".repeat(32), "A".repeat(44)],
  LECTERN_SECRET_KEY_PREVIOUS: ["short"],
  LECTERN_METRICS_PORT: ["8080", "none"],
  LECTERN_SLOW_STATEMENT_MS: ["-1", "0.5", "100000", "never"],
  LECTERN_SLOW_STATEMENT_PLAN: ["yes"],
  LECTERN_TRUST_TRACEPARENT: ["1"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["localhost:4318", "grpc://collector:4317"],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ["foo", "localhost:4318/v1/traces", "grpc://collector:4317"],
  OTEL_TRACES_SAMPLER: ["jaeger_remote"],
  OTEL_TRACES_SAMPLER_ARG: ["1.1", "-0.5", "5%"],
  LECTERN_TRUSTED_PROXIES: ["10.0.0.0/33", "example.org", "10.0.0.1,", "::/129", "10.0.0.0/8/8"],
  SMTP_URL: ["mail.example:25", "http://mail.example", "smtp:mail.example", "smtp:///inbox", "smtp://mail:port"],
  LECTERN_MAIL_FROM: ["school", "My school <school@mail.example>", "a@b\r\nbcc: c@d", "a@b@c", "@mail.example"],
  LECTERN_ECPAY_URL: ["ecpay.example", "http://ecpay.example", "https://ecpay.example/v5", "https://a@b.example"],
  LECTERN_STRIPE_URL: ["stripe.example", "http://stripe.example", "https://stripe.example/v1", "https://a@b.example"],
  LECTERN_BACKUP_URL: ["/backups", "file://host/backups", "s3://key@bucket"],
  LECTERN_BACKUP_SCHEDULE: ["daily", "0 3 * *", "60 3 * * *", "0 3 * * 7", "5-3 * * * *", "*/0 * * * *"],
  LECTERN_BACKUP_KEEP: ["7", "0d", "4w 7d 2w", "forever"],
  LECTERN_BACKUP_WAL_SECONDS: ["0", "3601", "1m"],
  LECTERN_BACKUP_WAL_DAYS: ["0", "366", "7d"],
  LECTERN_LOG_LEVEL: ["verbose"],
})) {
  void test(`An invalid ${name} is rejected with the allowed values`, () => {
    const allowed = settings.find((setting) => setting.name === name)!.allowed;
    for (const value of values)
      assert.deepEqual(problemsOf({ [name]: value }), [`${name}: expected ${allowed}.`], value);
  });
}

void test("All invalid settings are reported together, without their values", () => {
  const problems = problemsOf({
    LECTERN_PORT: "http",
    DATABASE_URL: "mysql://ana:hunter2@db",
    LECTERN_POTR: "1",
    SMTP_URL: "http://a:hunter2@b",
  });
  assert.equal(problems.length, 4);
  assert.doesNotMatch(problems.join("\n"), /hunter2/);
});

void test("An unknown setting is rejected with a suggestion", () => {
  assert.deepEqual(problemsOf({ LECTERN_PROT: "9000" }), ["LECTERN_PROT: unknown setting. Did you mean LECTERN_PORT?"]);
  assert.deepEqual(problemsOf({ LECTERN_QUANTUM_FLUX: "1" }), ["LECTERN_QUANTUM_FLUX: unknown setting."]);
});

void test("Every setting is documented with description, default and allowed values", () => {
  for (const setting of settings) {
    assert.ok(setting.meaning && setting.default && setting.allowed, setting.name);
  }
});
