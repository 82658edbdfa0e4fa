import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { applied, registryEdits } from "./registries.ts";
import { camel, faultOf, kebab, prefixFor, prose, renamed, type ResourceName } from "./resource-name.ts";

/** Resources that can contain others, with the defaults of those. */
const parents = {
  course: { area: "catalog", scope: "courses" },
} as const;

const isParent = (name: string): name is keyof typeof parents => Object.hasOwn(parents, name);

const templates = path.join(import.meta.dirname, "templates");

export interface Request {
  name: ResourceName;
  /** The resource that contains it. */
  parent?: string | undefined;
  /** Folder of `src/domain`, if not that of the parent. */
  area?: string | undefined;
  /** Scopes are `<scope>:read` and `<scope>:write`. */
  scope?: string | undefined;
  /** Id prefix, if not the proposed one. */
  prefix?: string | undefined;
  /** The name in Traditional Chinese. */
  zhTW?: string | undefined;
}

/** A file to write, relative to the root of the sources. */
export interface PlannedFile {
  file: string;
  text: string;
  isNew: boolean;
}

/** A request that cannot be carried out, with the reason. */
export class RefusedRequest extends Error {}

/** Returns the files of a new resource and the registries with it. Writes nothing. */
export function planResource(root: string, request: Request): PlannedFile[] {
  const { name, parent } = request;
  refuse(
    parent === undefined || isParent(parent)
      ? undefined
      : `There is no parent "${parent}". Choose one of ${Object.keys(parents).join(", ")}.`,
  );
  const defaults = parent !== undefined && isParent(parent) ? parents[parent] : { area: "content", scope: "school" };
  const { area = defaults.area, scope = defaults.scope } = request;
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const prefix = request.prefix ?? prefixFor(name.singular);
  refuse(faultOf(name));
  const modules = globSync("src/domain/*/*/resource.ts", { cwd: root }).map((file) =>
    path.basename(path.resolve(file, "../..")),
  );
  const areas = [...new Set(modules)].filter((module) => module !== "platform");
  refuse(
    areas.includes(area) ? undefined : `There is no area "${area}". Choose one of ${areas.toSorted().join(", ")}.`,
  );
  const scopes = read("src/access/scopes.ts");
  const known = ["read", "write"].every((action) => scopes.includes(`"${scope}:${action}"`));
  refuse(known ? undefined : `There are no scopes ${scope}:read and ${scope}:write. See src/access/scopes.ts.`);
  refuse(/^[a-z]{3}$/.test(prefix) ? undefined : `The id prefix "${prefix}" must be three lower-case letters.`);

  for (const file of globSync("src/domain/*/*/resource.ts", { cwd: root })) {
    const [text, slice] = [read(file), path.basename(path.dirname(file))];
    const names = [kebab(name.plural), kebab(name.singular)];
    const isTaken =
      names.includes(slice) ||
      [`${camel(name.singular)}: "`, `"${name.plural}"`, ` ${name.plural}: "`].some((each) => text.includes(each));
    refuse(isTaken ? `${file} already declares ${prose(name.plural)}. Choose another name.` : undefined);
    const ids = /\bids: \{([^}]*)\}/.exec(text)?.[1] ?? "";
    refuse(
      ids.includes(`"${prefix}"`)
        ? `${file} already uses the id prefix ${prefix}. Pass another with --prefix.`
        : undefined,
    );
  }
  const [taken] = globSync(`src/domain/${area}/${kebab(name.plural)}`, { cwd: root });
  refuse(taken === undefined ? undefined : `${taken} already exists. Choose another name.`);

  const { version } = Release.parse(JSON.parse(read("test/contracts/release/migrations.json")));
  const replaced = (text: string) =>
    renamed(
      linesFor(parent === undefined ? "flat" : "nested", text)
        .replaceAll("RELEASE", version)
        .replaceAll("smp", prefix)
        .replaceAll("#domain/area/", `#domain/${area}/`)
        .replaceAll("school:", `${scope}:`)
        .replaceAll("範例", request.zhTW ?? prose(name.singular)),
      name,
    ).replaceAll(`["${name.plural}"]`, `.${name.plural}`);
  const migration = nextMigration(globSync("src/database/migrations/*.sql", { cwd: root }));
  const files = globSync("**/*.template", { cwd: templates })
    .toSorted()
    .map((template) => {
      const file = renamed(template, name)
        .replace(/\.template$/, "")
        .replace("domain/area/", `domain/${area}/`)
        .replace("migrations/0000-", `migrations/${migration}-`);
      return { file, text: replaced(readFileSync(path.join(templates, template), "utf8")), isNew: true };
    });
  const edits = registryEdits(name, { area, parent, zhTW: request.zhTW ?? prose(name.singular) }).map((edit) => ({
    file: edit.file,
    text: applied(read(edit.file), edit),
    isNew: false,
  }));
  return [...files, ...edits];
}

/** The latest release, whose processes run beside those of the next one. */
const Release = z.object({ version: z.string() });

/** The lines of a template for all resources, and those that begin with `@flat` or `@nested` for this kind. */
const linesFor = (kind: "flat" | "nested", text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^@(?:flat|nested)\b/.test(line) || line.startsWith(`@${kind}`))
    .map((line) => line.replace(/^@\w+ ?/, ""))
    .join("\n");

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new RefusedRequest(reason);
}

function nextMigration(files: readonly string[]): string {
  const numbers = files.map((file) => Number(path.basename(file).slice(0, 4)));
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}
