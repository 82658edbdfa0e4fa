import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { parseDocument } from "yaml";
import * as z from "zod";
import { productVersion } from "#lib/settings/product-version.ts";
import { readConfig } from "../../src/server/config.ts";
import { lectern } from "../support/worlds/installation.ts";

const Networks = z.array(z.enum(["proxied", "outbound", "public"]));
const Seconds = z.string().regex(/^\d+s$/);
const Common = {
  restart: z.literal("unless-stopped"),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  ports: z.array(z.string().regex(/^(?:127\.0\.0\.1:)?\d+:\d+(?:\/udp)?$/)).optional(),
  networks: Networks.optional(),
};
/** The part of the Compose Specification that the files use. A wrong or unknown key fails. */
const ComposeFile = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  services: z.strictObject({
    lectern: z.strictObject({
      ...Common,
      image: z.string(),
      environment: z.record(z.string(), z.string()),
      secrets: z.array(z.string()),
      volumes: z.array(z.string().regex(/^[a-z]+:\/[a-z/]+$/)),
      healthcheck: z.strictObject({
        test: z.tuple([z.literal("CMD"), z.string(), z.literal("--eval"), z.string()]),
        interval: Seconds,
        timeout: Seconds,
        retries: z.int(),
        start_period: Seconds,
      }),
      stop_grace_period: Seconds,
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal("ALL")]),
      shm_size: z.string().optional(),
      mem_limit: z.string(),
    }),
    proxy: z
      .strictObject({
        ...Common,
        image: z.string(),
        depends_on: z.strictObject({ lectern: z.strictObject({ condition: z.literal("service_healthy") }) }),
        volumes: z.array(z.string()),
      })
      .optional(),
  }),
  networks: z
    .strictObject({
      proxied: z.strictObject({
        internal: z.literal(true),
        ipam: z.strictObject({ config: z.tuple([z.strictObject({ subnet: z.string() })]) }),
      }),
      outbound: z.strictObject({}),
      public: z.strictObject({}),
    })
    .optional(),
  volumes: z.record(z.string(), z.strictObject({})),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
});

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const owner = ["--owner", "ana@school.example"];

interface Written {
  compose: string;
  image: string;
  steps: string[];
}

void describe("lectern init --compose", () => {
  const parent = mkdtempSync(path.join(tmpdir(), "lectern-compose-"));
  after(() => rmSync(parent, { recursive: true }));

  async function init(name: string, words: string[], env: Record<string, string> = {}) {
    const folder = path.join(parent, name);
    const made = await lectern(["init", folder, "--compose", "--yes", "--json", ...owner, ...words], { env });
    assert.deepEqual([made.code, made.stderr], [0, ""]);
    const written = JSON.parse(made.stdout) as Written;
    const document = parseDocument(readFileSync(written.compose, "utf8"), { strict: true, uniqueKeys: true });
    assert.deepEqual([...document.errors, ...document.warnings], []);
    return { folder, ...written, file: ComposeFile.parse(document.toJS()) };
  }

  void test("writes a school behind a proxy with an external database, and secrets that only its user reaches", async () => {
    const secrets = {
      DATABASE_URL: "postgres://lectern:hidden-word@db.example/lectern",
      SMTP_URL: "smtps://school:hidden-word@mail.example",
    };
    const words = ["--domain", "learn.school.example", "--name", "Ana's knots"];
    const { folder, file, image, steps } = await init("my school", words, secrets);
    assert.deepEqual(readdirSync(folder).toSorted(), ["Caddyfile", "compose.yaml", "lectern", "secrets"]);
    assert.equal(modeOf(path.join(folder, "secrets")), "700");
    for (const [name, { file: named }] of Object.entries(file.secrets)) {
      assert.equal(named, `./secrets/${name}`);
      assert.equal(modeOf(path.join(folder, named)), "444", name);
    }
    assert.equal(readFileSync(path.join(folder, "secrets/database_url"), "utf8"), `${secrets.DATABASE_URL}\n`);
    for (const name of ["compose.yaml", "Caddyfile", "lectern"])
      assert.doesNotMatch(readFileSync(path.join(folder, name), "utf8"), /hidden-word/, name);

    const { lectern: service, proxy } = file.services;
    assert.deepEqual(service.secrets, Object.keys(file.secrets));
    assert.equal(image, `lectern:${productVersion()}`);
    assert.equal(service.image, image);
    // Lectern is reachable by the proxy only, which reaches it by the trusted network only.
    assert.equal(service.ports, undefined);
    assert.deepEqual(
      proxy!.networks!.filter((network) => service.networks!.includes(network)),
      ["proxied"],
    );
    const { trustedProxies, port, shutdownTime } = configOf(service.environment);
    assert.deepEqual(trustedProxies, [file.networks!.proxied.ipam.config[0].subnet]);
    assert.match(readFileSync(path.join(folder, "Caddyfile"), "utf8"), new RegExp(`reverse_proxy lectern:${port} `));
    assert.ok(service.healthcheck.test[3].includes(`127.0.0.1:${port}/healthz`));
    assert.ok(Number.parseInt(service.stop_grace_period, 10) > shutdownTime / 1000);
    for (const mount of [...service.volumes, ...proxy!.volumes].map((text) => text.split(":")[0]!))
      assert.ok(mount === "./Caddyfile" || file.volumes[mount], mount);
    assert.deepEqual(steps.slice(2), [
      String.raw`./lectern site create https://learn.school.example --name 'Ana'\''s knots'`,
      "./lectern member add ana@school.example --site https://learn.school.example --roles owner --link",
    ]);
  });

  void test("writes a school on this machine with the embedded database", async () => {
    const { folder, file, image } = await init("local", ["--domain", "localhost:3000", "--image", "example/l:2"]);
    assert.deepEqual(readdirSync(folder).toSorted(), ["compose.yaml", "lectern", "secrets"]);
    assert.deepEqual(readdirSync(path.join(folder, "secrets")), ["secret_key"]);
    const { lectern: service, proxy } = file.services;
    assert.deepEqual([image, proxy, service.ports], ["example/l:2", undefined, ["127.0.0.1:3000:8080"]]);
    assert.ok(service.shm_size);
    assert.deepEqual(configOf(service.environment).trustedProxies, []);
    const again = await lectern(["init", folder, "--yes", "--domain", "a.example", ...owner], {});
    assert.match(again.stderr, /compose\.yaml exists already/);
  });

  void test("writes a command that runs in the container, from any folder", () => {
    const programs = path.join(parent, "programs");
    mkdirSync(programs);
    const docker = path.join(programs, "docker");
    writeFileSync(docker, '#!/bin/sh\npwd\nprintf "%s\\n" "$@"\n');
    chmodSync(docker, 0o755);
    const command = path.join(parent, "my school/lectern");
    const env = { PATH: `${programs}:/usr/bin:/bin` };
    const { stdout } = spawnSync(command, ["site", "show", "a b"], { env, encoding: "utf8" });
    const run = ["compose", "exec", "-T", "lectern", "lectern", "site", "show", "a b"];
    assert.deepEqual(stdout.trim().split("\n"), [path.dirname(command), ...run]);
  });

  const isAbsent = spawnSync("docker", ["compose", "version"]).status !== 0;
  void test("is accepted by Compose", { skip: isAbsent && "Docker Compose is not installed" }, () => {
    for (const name of ["my school", "local"]) {
      const { status, stderr } = spawnSync("docker", ["compose", "config", "--quiet"], {
        cwd: path.join(parent, name),
        encoding: "utf8",
      });
      assert.equal(status, 0, stderr);
    }
  });
});

/** The configuration of the container, with a placeholder for each secret. */
const configOf = (environment: Record<string, string>) =>
  readConfig({
    LECTERN_ENV: "production",
    LECTERN_SECRET_KEY: "5e".repeat(32),
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith("_FILE"))),
  });
