/** Forms of a resource's name, in the words of the templates. */
export interface ResourceName {
  /** `learning_paths` */
  plural: string;
  /** `learning_path` */
  singular: string;
}

/** The name in the templates. */
const templateName: ResourceName = { plural: "sample_things", singular: "sample_thing" };

/** Names that a language of the generated files reserves. */
const reserved: ReadonlySet<string> = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally " +
    "for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof var void while with yield undefined row rows value values column " +
    "columns table tables reference references object objects resource resources text texts name names page pages"
  ).split(" "),
);

/** Returns why a name cannot be used, or undefined. */
export function faultOf({ plural, singular }: ResourceName): string | undefined {
  for (const word of [plural, singular]) {
    if (!/^[a-z]+(_[a-z]+)*$/.test(word) || word.length > 40) {
      return `"${word}" must be lower-case English words with underscores, such as learning_paths: at most 40 letters.`;
    }
    if (reserved.has(word)) return `"${word}" is a reserved word. Choose another name.`;
  }
  return plural === singular ? `"${plural}" must be a plural. Pass its singular with --singular.` : undefined;
}

/** Returns the singular of a regular English plural. */
export const singularOf = (plural: string): string =>
  plural.endsWith("ies")
    ? plural.replace(/ies$/, "y")
    : /(?:ss|x|ch|sh)es$/.test(plural)
      ? plural.replace(/es$/, "")
      : plural.replace(/s$/, "");

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** `learningPaths` */
export const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
export const kebab = (name: string): string => name.replaceAll("_", "-");
export const prose = (name: string): string => name.replaceAll("_", " ");
const sentence = (name: string): string => capitalized(prose(name));
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a proposal for the id prefix: the first letter and the next consonants. */
export function prefixFor(singular: string): string {
  const letters = singular.replaceAll("_", "");
  return (letters.charAt(0) + letters.slice(1).replaceAll(/[aeiou]/g, "") + letters.slice(1)).slice(0, 3);
}

/** Replaces the name of the templates with that of the resource, in every form. */
export function renamed(text: string, name: ResourceName): string {
  const article = /^[aeiou]/.test(name.singular) ? "an" : "a";
  let result = text
    .replaceAll("a sample thing", `${article} sample thing`)
    .replaceAll("A sample thing", `${capitalized(article)} sample thing`);
  for (const number of ["plural", "singular"] as const) {
    for (const form of [String, kebab, camel, pascal, prose, sentence]) {
      result = result.replaceAll(form(templateName[number]), form(name[number]));
    }
  }
  return result;
}
