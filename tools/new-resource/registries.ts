import { camel, capitalized, kebab, prose, type ResourceName } from "./resource-name.ts";

/** An edit of a registry. */
export interface Edit {
  file: string;
  /** Inserts each text before the first occurrence of its anchor. */
  insertions: readonly (readonly [before: string, text: string])[];
}

/** Files that list all resources of a kind, and what to add to each. */
export function registryEdits(
  name: ResourceName,
  { area, parent, zhTW }: { area: string; parent: string | undefined; zhTW: string },
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
      file: `src/pages/admin/derived/resources-of-${parent === undefined ? "the-site" : "courses"}.ts`,
      insertions: [["} as const satisfies Record<string", adminEntry(name, parent)]],
    },
    {
      file: "src/pages/text/en/resources.json",
      insertions: [textsBefore(name, prose(name.singular), capitalized(prose(name.plural)))],
    },
    {
      file: "src/pages/text/zh-tw/resources.json",
      insertions: [textsBefore(name, zhTW, zhTW)],
    },
    {
      file: "src/domain/transfer/site-archive/archived-resources.ts",
      insertions: [
        [
          "import type { Operation }",
          `import { create${capitalized(one)}, list${capitalized(plural)} } from "#domain/${area}/${file}/operations.ts";\n`,
        ],
        ["} as const satisfies Record<string, ArchivedResource>", archiveEntry(name, parent)],
      ],
    },
  ];
}

/** The declaration for the derived pages of the admin area. The page of a parent leads to what it contains. */
const adminEntry = (name: ResourceName, parent: string | undefined): string => `  ${name.singular}: {
${parent === undefined ? '    group: "publish",\n' : ""}    label: ["name"],
    facts: ["description", "updated_at"],
  },
`;

/** Names of one and of many in the admin area, before the last entry. */
const textsBefore = ({ singular }: ResourceName, one: string, many: string): readonly [string, string] => [
  '  "unknown": {',
  `  "${singular}": ${JSON.stringify({ one, many }, null, 2).replaceAll("\n", "\n  ")},\n`,
];

const archiveEntry = (name: ResourceName, parent: string | undefined): string => {
  const [plural, one] = [camel(name.plural), camel(name.singular)].map(capitalized);
  const rest =
    parent === undefined
      ? 'key: ["name"]'
      : `key: ["${parent}_id", "name"],\n    parent: { list: listCourses, argument: "${parent}", field: "${parent}_id" },\n `;
  return `  ${name.plural}: { list: list${plural}, create: create${one}, ${rest} },\n`;
};

/** Applies an edit. Throws if the registry has no such anchor, because it was restructured. */
export function applied(text: string, { file, insertions }: Edit): string {
  let result = text;
  for (const [anchor, added] of insertions) {
    const position = result.indexOf(anchor);
    if (position < 0) throw new Error(`${file} has no ${JSON.stringify(anchor)}. Add by hand: ${added.trim()}`);
    result = result.slice(0, position) + added + result.slice(position);
  }
  return result;
}
