import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { readConfig, secretSettings, settings } from "../../src/server/config.ts";
import { app } from "../support/world.ts";

const deploy = path.join(import.meta.dirname, "../../deploy");
const read = (file: string) => readFileSync(path.join(deploy, file), "utf8");
const { version } = JSON.parse(readFileSync(path.join(deploy, "../package.json"), "utf8")) as { version: string };
const dockerfile = read("Dockerfile");
const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)![1]);

/** Variables that a platform reads itself. */
const ofPlatforms = new Set(["PORT", "SERVICE_FQDN_LECTERN_8080"]);
/** Values that an operator enters. */
const entered: Record<string, string> = {
  LECTERN_SECRET_KEY: "5e".repeat(32),
  DATABASE_URL: "postgres://lectern:word@db.example/lectern",
  LECTERN_STORAGE_URL: "s3://key:word@bucket/files?region=eu",
  LECTERN_BACKUP_URL: "s3://key:word@other/backups?region=eu",
  SMTP_URL: "smtps://school:word@mail.example",
};
/** Required for a server that keeps its data when its container is replaced. */
const required = ["LECTERN_SECRET_KEY", "SMTP_URL", "LECTERN_TRUSTED_PROXIES", "LECTERN_BACKUP_URL"];

interface Template {
  variables: Record<string, string>;
  healthPath: string;
  image: string | undefined;
}

const composed = parse(read("coolify/compose.yaml")) as {
  services: { lectern: { image: string; environment: string[]; volumes: string[]; healthcheck: { test: string[] } } };
};
const rendered = parse(read("render/render.yaml")) as {
  services: [{ image: { url: string }; healthCheckPath: string; envVars: { key: string; value?: string }[] }];
};
const railway = JSON.parse(read("railway/railway.json")) as {
  build: { dockerfilePath: string };
  deploy: { healthcheckPath: string };
};
const assignment = (line: string): [string, string] => {
  const [name = "", ...value] = line.split("=");
  return [name, value.join("=")];
};

const templates: Record<string, Template> = {
  coolify: {
    variables: Object.fromEntries(composed.services.lectern.environment.map(assignment)),
    healthPath: new URL(/http:[^']+/.exec(composed.services.lectern.healthcheck.test[3]!)![0]).pathname,
    image: composed.services.lectern.image,
  },
  railway: {
    variables: Object.fromEntries(
      read("railway/variables.env")
        .split("\n")
        .filter((line) => /^\w+=/.test(line))
        .map(assignment),
    ),
    healthPath: railway.deploy.healthcheckPath,
    image: undefined,
  },
  render: {
    variables: Object.fromEntries(rendered.services[0].envVars.map(({ key, value = "" }) => [key, value])),
    healthPath: rendered.services[0].healthCheckPath,
    image: rendered.services[0].image.url,
  },
};

/** The value of a variable: a default of Compose, a reference or an entered value. */
const valueOf = (name: string, text: string): string =>
  /^\$\{\w+:-([^}]+)\}$/.exec(text)?.[1] ?? (text === "" || text.startsWith("$") ? (entered[name] ?? "") : text);

for (const [platform, { variables, healthPath, image }] of Object.entries(templates))
  void describe(`The template for ${platform}`, () => {
    void test("names settings of the program, and all that a school needs", () => {
      const known = new Set([...settings.map(({ name }) => name), ...secretSettings.map((name) => `${name}_FILE`)]);
      const names = Object.keys(variables).filter((name) => !ofPlatforms.has(name));
      assert.deepEqual(
        names.filter((name) => !known.has(name)),
        [],
      );
      assert.deepEqual(
        required.filter((name) => !names.includes(name)),
        [],
      );
      const env = Object.fromEntries(names.map((name) => [name, valueOf(name, variables[name]!)]));
      const config = readConfig({ LECTERN_ENV: "production", ...env });
      assert.equal(config.port, port);
      assert.ok(config.trustedProxies.length > 0);
      // Without a database server, the database and the files are in a volume.
      const isEmbedded = variables["DATABASE_URL"] === undefined;
      assert.equal(variables["LECTERN_STORAGE_URL"] === undefined, isEmbedded);
      assert.equal(image?.endsWith("-all-in-one") ?? false, isEmbedded);
    });

    void test("names the port and the health path of the server, and the image of this release", async () => {
      assert.equal(variables["PORT"] ?? "8080", String(port));
      assert.ok(platform !== "coolify" || Object.hasOwn(variables, `SERVICE_FQDN_LECTERN_${port}`));
      const { statusCode } = await app.inject({ url: `${healthPath}?exclude=files`, headers: { host: "10.0.0.7" } });
      assert.equal(statusCode, 200);
      if (image !== undefined) assert.equal(image.replace("-all-in-one", ""), `registry.example/lectern:${version}`);
    });
  });

void test("The volumes of Coolify are the folders that the image writes to", () => {
  const [, data] = /LECTERN_DATA=(\S+)/.exec(dockerfile)!;
  const mounted = composed.services.lectern.volumes.map((volume) => volume.split(":")[1]);
  assert.deepEqual(mounted, [data, "/var/backups/lectern", "/tmp"]);
});

void test("Railway builds the Dockerfile", () => {
  assert.equal(path.join(deploy, "..", railway.build.dockerfilePath), path.join(deploy, "Dockerfile"));
});

void test("Every folder of a platform is described and tested", () => {
  const guide = readFileSync(path.join(deploy, "../docs/operations/containers.md"), "utf8");
  const described = [...guide.matchAll(/`deploy\/(coolify|railway|render)`/g)].map(([, name]) => name!);
  assert.deepEqual([...new Set(described)].toSorted(), Object.keys(templates));
  const files = globSync("{coolify,railway,render}/*", { cwd: deploy });
  assert.equal(files.length, 4);
});
