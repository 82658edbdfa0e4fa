import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { camel, kebab, pascal, type ResourceName } from "./resource-name.ts";

/** A resource that contains others. */
export interface Parent {
  name: ResourceName;
  /** Default folder of `src/domain`, and default prefix of the scopes, of nested resources. */
  area: string;
  scope: string;
  /** Requests name it by ID or slug, not by ID only. */
  hasSlug?: true;
  /** A function that returns the row that the caller may see, or its ID, and the file that exports it. */
  required: { by: string; from: string; returnsId?: true };
  /** Lecturers reach their own only. */
  isConfined?: true;
  /** A person, whose personal data it contains. */
  isPerson?: true;
  /** The body of a function that creates one for tests and returns its path. Undefined: its own fixture exports one. */
  made?: string;
  /** The file of its list, if archives of a site read it nowhere else. */
  listedBy?: string;
  /** Scopes that create one. */
  needs: readonly string[];
}

const made = (path: string, fields: string): string =>
  `const { id } = await make(operator, "${path}", { ${fields} });\n  return \`${path}/\${id}\`;`;

const both = (...scopes: string[]): string[] => scopes.flatMap((scope) => [`${scope}:read`, `${scope}:write`]);

/** Resources of the product that can contain others. */
export const parents: readonly Parent[] = [
  {
    name: { plural: "courses", singular: "course" },
    area: "catalog",
    scope: "courses",
    hasSlug: true,
    required: { by: "requireCourseId", from: "#domain/catalog/curriculum/require-locked.ts", returnsId: true },
    isConfined: true,
    made: made("/courses", 'name: "Astronomy"'),
    needs: both("courses"),
  },
  {
    name: { plural: "lectures", singular: "lecture" },
    area: "catalog",
    scope: "curriculum",
    required: { by: "requireLecture", from: "#domain/catalog/curriculum/require-locked.ts" },
    isConfined: true,
    made: [
      'const course = await make(operator, "/courses", { name: "Astronomy" });',
      'const section = await make(operator, `/courses/${course.id}/sections`, { title: "Sky" });',
      'const { id } = await make(operator, `/sections/${section.id}/lectures`, { title: "Moon", kind: "text" });',
      "return `/lectures/${id}`;",
    ].join("\n  "),
    needs: both("courses", "curriculum"),
  },
  {
    name: { plural: "posts", singular: "post" },
    area: "content",
    scope: "posts",
    hasSlug: true,
    required: { by: "requirePostToRead", from: "#domain/content/posts/own-posts.ts" },
    isConfined: true,
    made: made("/posts", 'title: "Night sky", body_markdown: "Stars.", access: "public"'),
    needs: both("posts"),
  },
  {
    name: { plural: "events", singular: "event" },
    area: "events",
    scope: "events",
    hasSlug: true,
    required: { by: "requireEventToRead", from: "#domain/events/events/require-event.ts" },
    made: [
      'const when = { starts_at: "2100-01-01T18:00:00Z", ends_at: "2100-01-01T20:00:00Z", time_zone: "Asia/Taipei" };',
      'const { id } = await make(operator, "/events", { name: "Star party", format: "online", ...when });',
      "return `/events/${id}`;",
    ].join("\n  "),
    needs: both("events"),
  },
  {
    name: { plural: "digital_products", singular: "digital_product" },
    area: "offers",
    scope: "digital_products",
    hasSlug: true,
    required: { by: "requireProductToRead", from: "#domain/offers/digital-products/queries.ts" },
    made: made("/digital_products", 'name: "Star chart"'),
    needs: both("digital_products"),
  },
  {
    name: { plural: "membership_plans", singular: "membership_plan" },
    area: "offers",
    scope: "membership_plans",
    hasSlug: true,
    required: { by: "requirePlanToRead", from: "#domain/offers/membership-plans/queries.ts" },
    made: made("/membership_plans", 'name: "Observatory", plan_type: "recurring"'),
    needs: both("membership_plans"),
  },
  {
    name: { plural: "groups", singular: "group" },
    area: "learning",
    scope: "students",
    required: { by: "requireGroup", from: "#domain/learning/groups/require-group.ts" },
    isConfined: true,
    made: made("/groups", 'name: "Spring"'),
    needs: both("students"),
  },
  {
    name: { plural: "members", singular: "member" },
    area: "people",
    scope: "members",
    required: { by: "requireMemberToChange", from: "#domain/people/members/queries.ts" },
    isPerson: true,
    listedBy: "#domain/people/members/list-members.ts",
    made: "return `/members/${(await operator.site.member()).sub}`;",
    needs: both("members"),
  },
];

/** Returns the parent with this singular, or a reason why there is none. */
export function findParent(root: string, singular: string): Parent | string {
  const known = parents.find(({ name }) => name.singular === singular);
  if (known) return known;
  const [declared] = /^[a-z_]+$/.test(singular)
    ? globSync(`src/domain/*/*/${kebab(singular)}.ts`, { cwd: root }).filter((file) => isGenerated(root, file))
    : [];
  if (declared === undefined) {
    const names = parents.map(({ name }) => name.singular).join(", ");
    return `There is no parent "${singular}". Choose ${names}, or a resource that this command has written.`;
  }
  const text = readFileSync(path.join(root, declared), "utf8");
  const above = /versionedResource\("\w+", \{\n\s+(\w+)Id: Id\("\1"\)/.exec(text)?.[1];
  const grandparent =
    above === undefined ? undefined : findParent(root, above.replaceAll(/[A-Z]/g, "_$&").toLowerCase());
  if (typeof grandparent === "string") return grandparent;
  if (grandparent?.isPerson) {
    return `"${singular}" holds personal data of members. Choose the parent member, so that an export and an erasure find the rows.`;
  }
  const folder = path.dirname(declared);
  const scope = /scopes: \{ read: "(\w+):read"/.exec(readFileSync(path.join(root, folder, "resource.ts"), "utf8"))?.[1];
  return {
    name: { plural: path.basename(folder).replaceAll("-", "_"), singular },
    area: path.basename(path.dirname(folder)),
    scope: scope ?? "school",
    required: { by: `require${pascal(singular)}`, from: `#${declared.slice("src/".length)}` },
    ...(grandparent?.isConfined && { isConfined: true }),
    needs: [...(grandparent?.needs ?? []), ...both(scope ?? "school")],
  };
}

const isGenerated = (root: string, file: string): boolean =>
  existsSync(path.join(root, path.dirname(file), "resource.ts")) &&
  new RegExp(`export async function require${pascal(path.basename(file, ".ts").replaceAll("-", "_"))}\\(`).test(
    readFileSync(path.join(root, file), "utf8"),
  );

/** Replaces what the templates leave to the parent. */
export function withParent(text: string, { name, hasSlug, required, made: body }: Parent): string {
  const parentId = `${camel(name.singular)}Id`;
  const call = (reference: string) => `await ${required.by}(context, ${reference})`;
  const schema = `${hasSlug ? "ReferenceTo" : "Id"}("${camel(name.singular)}")`;
  return text
    .replaceAll("PARENT_IMPORT", `import { ${required.by} } from "${required.from}";`)
    .replaceAll("PARENT_SCHEMA", schema)
    .replaceAll("PARENT_ID", required.returnsId ? call(camel(name.singular)) : `(${call(camel(name.singular))}).id`)
    .replaceAll("PARENT_CHECK(found)", `${call(hasSlug ? `{ id: found.${parentId} }` : `found.${parentId}`)};`)
    .replaceAll("PARENT_MADE", body ?? "")
    .replaceAll(
      "PARENT_FIXTURE",
      `../support/resources/${body === undefined ? kebab(name.plural) : "sample-things"}.ts`,
    );
}
