import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { Parent } from "./parents.ts";
import { RefusedRequest } from "./refused-request.ts";
import { camel, capitalized, kebab, pascal, prose, type ResourceName } from "./resource-name.ts";

/** An edit of a registry. */
export interface Edit {
  file: string;
  /** Inserts each text before the first occurrence of its anchor. */
  insertions: readonly (readonly [before: string, text: string])[];
}

/** Files that list all resources of a kind, and what to add to each. */
export function registryEdits(
  root: string,
  name: ResourceName,
  { area, parent, zhTW }: { area: string; parent: Parent | undefined; zhTW: string },
): Edit[] {
  const [plural, one, file] = [camel(name.plural), camel(name.singular), kebab(name.plural)];
  return [
    {
      file: "src/domain/resources.ts",
      insertions: [
        ["\n/** All resources,", `import { ${plural} } from "./${area}/${file}/resource.ts";\n`],
        ["] as const;", `  ${plural},\n`],
      ],
    },
    {
      file: "src/operations/route-groups.ts",
      insertions: [
        ["} satisfies Record<string", `  ${plural}: async () => (await import("./routes/${file}.ts")).${one}Routes,\n`],
      ],
    },
    {
      file: "src/mcp/lists/toolsets.ts",
      insertions: [
        ["} satisfies Record<string", `  ${plural}: async () => (await import("../tools/${file}.ts")).${one}Tools,\n`],
      ],
    },
    {
      file: parent ? fileWith(root, adminFiles, `\n  ${parent.name.singular}: {`) : siteResources,
      insertions: [["} as const satisfies Record<string", adminEntry(name, parent)]],
    },
    {
      file: `${texts("en")}/resources.json`,
      insertions: [textsBefore(name, prose(name.singular), capitalized(prose(name.plural)))],
    },
    {
      file: `${texts("zh-tw")}/resources.json`,
      insertions: [textsBefore(name, zhTW, zhTW)],
    },
    {
      file: archivedResources,
      insertions: [
        [
          "import type { Operation }",
          `import { create${capitalized(one)}, list${capitalized(plural)} } from "#domain/${area}/${file}/operations.ts";\n`,
        ],
        ...listOf(root, parent),
        ["} as const satisfies Record<string, ArchivedResource>", archiveEntry(name, parent)],
      ],
    },
    ...(parent ? [...labelsOf(root, parent), ...facesOf(root, parent)] : []),
    ...(parent?.isPerson ? [hiddenTable(name)] : []),
    ...sensitivityOf(root, name, area),
  ];
}

/** The rows of a member are on no public page, so that their changes keep those pages. */
const hiddenTable = (name: ResourceName): Edit => ({
  file: "src/database/content/hidden-writes.ts",
  insertions: [['    "member_notes",', `    "${name.plural}",\n`]],
});

const adminFiles = "src/pages/admin/derived/resources-of-*.ts";
const siteResources = "src/pages/admin/derived/resources-of-the-site.ts";
const archivedResources = "src/domain/transfer/site-archive/archived-resources.ts";
const texts = (locale: "en" | "zh-tw"): string => `src/pages/text/${locale}`;

function fileWith(root: string, pattern: string, text: string): string {
  const file = globSync(pattern, { cwd: root }).find((each) =>
    readFileSync(path.join(root, each), "utf8").includes(text),
  );
  if (file === undefined) throw new Error(`No file of ${pattern} has ${JSON.stringify(text)}.`);
  return file;
}

/** The declaration for the derived pages of the admin area. The page of a parent leads to what it contains. */
const adminEntry = (name: ResourceName, parent: Parent | undefined): string => `  ${name.singular}: {
${parent === undefined ? '    group: "publish",\n' : ""}    label: ["name"],
    facts: ["description", "updated_at"],
  },
`;

/** Names of one and of many in the admin area, before the last entry. */
const textsBefore = ({ singular }: ResourceName, one: string, many: string): readonly [string, string] => [
  '  "unknown": {',
  `  "${singular}": ${JSON.stringify({ one, many }, null, 2).replaceAll("\n", "\n  ")},\n`,
];

const archiveEntry = (name: ResourceName, parent: Parent | undefined): string => {
  const [plural, one] = [camel(name.plural), camel(name.singular)].map(capitalized);
  const above =
    parent &&
    `{ list: list${pascal(parent.name.plural)}, argument: "${camel(parent.name.singular)}", field: "${parent.name.singular}_id" }`;
  const keyAndParent =
    parent === undefined ? 'key: ["name"]' : `key: ["${parent.name.singular}_id", "name"],\n    parent: ${above},\n `;
  return `  ${name.plural}: { list: list${plural}, create: create${one}, ${keyAndParent} },\n`;
};

/** The import of the list of a parent. */
function listOf(root: string, parent: Parent | undefined): Edit["insertions"] {
  if (parent?.listedBy === undefined) return [];
  const line = `import { list${pascal(parent.name.plural)} } from "${parent.listedBy}";\n`;
  return readFileSync(path.join(root, archivedResources), "utf8").includes(line)
    ? []
    : [["import type { Operation }", line]];
}

const Texts = z.record(z.string(), z.unknown());

const readTexts = (root: string, file: string) => Texts.parse(JSON.parse(readFileSync(path.join(root, file), "utf8")));

/** The labels of the field with the ID of a parent that no other resource refers to. */
function labelsOf(root: string, { name: { singular } }: Parent): Edit[] {
  return (["en", "zh-tw"] as const).flatMap((locale) => {
    const file = `${texts(locale)}/field-labels.json`;
    const key = `${camel(singular)}Id`;
    if (Object.hasOwn(readTexts(root, file), key)) return [];
    const named = z.object({ one: z.string() }).parse(readTexts(root, `${texts(locale)}/resources.json`)[singular]);
    return [{ file, insertions: [['  "externalId":', `  "${key}": ${JSON.stringify(capitalized(named.one))},\n`]] }];
  });
}

/** Reasons why its writes ask for no password again, in an area whose other writes do. */
function sensitivityOf(root: string, { singular }: ResourceName, area: string): Edit[] {
  const file = "test/sources/sensitive-operations.test.ts";
  if (readFileSync(path.join(root, file), "utf8").includes(`  "domain/${area}/": "`)) return [];
  const reasons = ["create", "update", "delete"].map(
    (verb) => `  ${verb}${pascal(singular)}: "one ${prose(singular)} at a time",\n`,
  );
  return [{ file, insertions: [["  endMemberView:", reasons.join("")]] }];
}

/** A resource of this command opens its declaration and its operations. With others below it, also its schemas. */
function facesOf(root: string, { name: { plural }, made, area }: Parent): Edit[] {
  const file = "test/sources/faces.json";
  const slice = `${area}/${kebab(plural)}`;
  const faces = Object.keys(readTexts(root, file));
  if (made !== undefined || faces.includes(slice)) return [];
  const next = faces.toSorted().find((each) => each > slice);
  return [{ file, insertions: [[`  "${next}":`, `  "${slice}": 3,\n`]] }];
}

/** Applies an edit. Throws if the registry has no such anchor, because it was restructured. */
export function applied(text: string, { file, insertions }: Edit): string {
  let result = text;
  for (const [anchor, added] of insertions) {
    const key = /^\s+"?\w+"?:/.exec(added)?.[0];
    if (key !== undefined && result.includes(`\n${key}`))
      throw new RefusedRequest(`${file} already has ${key.trim()} Choose another name.`);
    const position = result.indexOf(anchor);
    if (position < 0) throw new Error(`${file} has no ${JSON.stringify(anchor)}. Add by hand: ${added.trim()}`);
    result = result.slice(0, position) + added + result.slice(position);
  }
  return result;
}
