import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { findParent, type Parent, withParent } from "./parents.ts";
import { applied, registryEdits } from "./registries.ts";
import { faultOf, prefixesFor, renamed, type ResourceName } from "./resource-name.ts";
import { RefusedRequest } from "./refused-request.ts";
import { takenBy } from "./taken-names.ts";

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
  zhTW: string;
}

/** A file to write, relative to the root of the sources. */
export interface PlannedFile {
  file: string;
  text: string;
  isNew: boolean;
}

/** Returns the files of a new resource and the registries with it. Writes nothing. */
export function planResource(root: string, request: Request): PlannedFile[] {
  const { name, zhTW } = request;
  refuse(faultOf(name));
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const parent = request.parent === undefined ? undefined : findParent(root, request.parent);
  if (typeof parent === "string") throw new RefusedRequest(parent);
  const { area = parent?.area ?? "content", scope = parent?.scope ?? "school" } = request;
  refuse(faultOfArea(read("ARCHITECTURE.md"), area, parent));
  const scopes = read("src/access/scopes.ts");
  const haveScopes = ["read", "write"].every((action) => scopes.includes(`"${scope}:${action}"`));
  refuse(haveScopes ? undefined : `There are no scopes ${scope}:read and ${scope}:write. See src/access/scopes.ts.`);
  refuse(
    /^[\p{Script=Han}\p{L}\p{N} ・]{1,30}$/u.test(zhTW) && /\p{Script=Han}/u.test(zhTW)
      ? undefined
      : `"${zhTW}" must be a name in Traditional Chinese of at most 30 letters, such as 徽章.`,
  );
  const takenPlace = takenBy(root, name, parent?.name);
  refuse(takenPlace && `${takenPlace} Choose another name.`);
  const prefix = choosePrefix(root, request);

  const { version } = Release.parse(JSON.parse(read("test/contracts/release/migrations.json")));
  const replaced = (text: string) => {
    const lines = linesFor(kindsOf(parent), text)
      .replaceAll("RELEASE", version)
      .replaceAll("TEST_SCOPES", [...new Set([...(parent?.needs ?? []), `${scope}:read`, `${scope}:write`])].join(" "))
      .replaceAll("smp", prefix)
      .replaceAll("#domain/area/", `#domain/${area}/`)
      .replaceAll("school:", `${scope}:`)
      .replaceAll("範例", zhTW);
    return renamed(parent ? withParent(lines, parent) : lines, name, parent?.name).replaceAll(
      `["${name.plural}"]`,
      `.${name.plural}`,
    );
  };
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
  for (const { file, text } of files) {
    refuse(existsSync(path.join(root, file)) ? `${file} already exists. Choose another name.` : undefined);
    const long = [...text.matchAll(/summary: "([^"]+)"/g)].find(([, summary = ""]) => summary.length > 60);
    refuse(long && `The name is too long: the summary "${long[1]}" has more than 60 characters.`);
  }
  const edits = registryEdits(root, name, { area, parent, zhTW }).map((edit) => ({
    file: edit.file,
    text: applied(read(edit.file), edit),
    isNew: false,
  }));
  return [...files, ...edits];
}

/** Names of the lines of a template that a resource has: `@flat` or `@nested`, and others by its parent. */
function kindsOf(parent: Parent | undefined): string[] {
  if (!parent) return ["flat", "school"];
  return [
    "nested",
    parent.hasSlug ? "slug" : "id",
    parent.isPerson ? "personal" : "school",
    ...(parent.isPerson ? [] : ["ended", parent.isConfined ? "confined" : "public"]),
    parent.made === undefined ? "below" : "first",
  ];
}

/** A module imports those before it, so a resource stands in the module of its parent or above. */
function faultOfArea(architecture: string, area: string, parent: Parent | undefined): string | undefined {
  const section = architecture.split("### Modules of the domain")[1] ?? "";
  const modules = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, module = ""]) => module);
  const areas = modules.slice(Math.max(1, modules.indexOf(parent?.area ?? "")));
  if (areas.includes(area)) return undefined;
  const reason = modules.includes(area) ? `The area "${area}" cannot contain it` : `There is no area "${area}"`;
  return `${reason}. Choose one of ${areas.toSorted().join(", ")}.`;
}

/** Returns the requested prefix of IDs, or the first proposal that is free. */
function choosePrefix(root: string, { name, prefix: requested }: Request): string {
  refuse(
    requested === undefined || /^[a-z]{3}$/.test(requested)
      ? undefined
      : `The id prefix "${requested}" must be three lower-case letters.`,
  );
  const declarations = globSync("src/domain/**/resource.ts", { cwd: root }).map((file) => ({
    file,
    ids: /\bids: \{([^}]*)\}/.exec(readFileSync(path.join(root, file), "utf8"))?.[1] ?? "",
  }));
  const userOf = (prefix: string) => declarations.find(({ ids }) => ids.includes(`"${prefix}"`))?.file;
  const user = requested === undefined ? undefined : userOf(requested);
  refuse(user && `${user} already uses the id prefix ${requested}. Pass another with --prefix.`);
  const chosen = requested ?? prefixesFor(name.singular).find((prefix) => userOf(prefix) === undefined);
  if (chosen === undefined) throw new RefusedRequest("No id prefix from the name is free. Pass one with --prefix.");
  return chosen;
}

/** The latest release, whose processes run beside those of the next one. */
const Release = z.object({ version: z.string() });

/** The lines of a template for all resources, and those that begin with one of these kinds: `@nested`. */
const linesFor = (kinds: readonly string[], text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("@") || kinds.includes(/^@(\w+)/.exec(line)?.[1] ?? ""))
    .map((line) => line.replace(/^@\w+ ?/, ""))
    .join("\n");

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new RefusedRequest(reason);
}

function nextMigration(files: readonly string[]): string {
  const numbers = files.map((file) => Number(path.basename(file).slice(0, 4)));
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}
