import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { productionPackages } from "./licenses/packages.ts";
import { readManifest } from "./package/manifest.ts";

/*
 * Writes the bill of materials of a release (CycloneDX), from the lock file:
 *
 *   npm run build:sbom -- dist
 */

const root = path.join(import.meta.dirname, "..");

/** A document of CycloneDX, as far as it is used here. */
export interface BillOfMaterials {
  bomFormat: string;
  metadata: { component: { "bom-ref": string; name: string } };
  components: { "bom-ref": string; name: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

export function billOfMaterials(): BillOfMaterials {
  const words = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const document = execFileSync("npm", words, { cwd: root, encoding: "utf8", maxBuffer: 64_000_000 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The format of `npm sbom`.
  const bill = JSON.parse(document) as BillOfMaterials;
  const { component } = bill.metadata;
  // npm takes the name of the folder.
  component.name = "lectern";
  // With --omit=dev, npm leaves out every production package that a package of development needs as well.
  const used = new Set(productionPackages(root).map(({ name, version }) => `${name}@${version}`));
  const isUsed = (ref: string) => used.has(ref) || ref === component["bom-ref"];
  return {
    ...bill,
    components: bill.components.filter((one) => isUsed(one["bom-ref"])),
    dependencies: bill.dependencies
      .filter(({ ref }) => isUsed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isUsed) })),
  };
}

if (import.meta.main) {
  const into = process.argv[2] ?? "dist";
  const { version } = readManifest(path.join(root, "package.json"));
  const file = path.join(into, `lectern-${version}.cdx.json`);
  mkdirSync(into, { recursive: true });
  writeFileSync(file, `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  console.log(file);
}
