/** Forms of a resource's name, in the words of the templates. */
export interface ResourceName {
  /** `learning_paths` */
  plural: string;
  /** `learning_path` */
  singular: string;
}

/** The names in the templates: of the resource, and of the one that contains it. */
const templateName: ResourceName = { plural: "sample_things", singular: "sample_thing" };
const templateParent: ResourceName = { plural: "sample_groups", singular: "sample_group" };

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
    if (!/^[a-z]{2,}(_[a-z]+)*$/.test(word) || word.length > maxLength) {
      const likely = word
        .replaceAll(/(?<=[a-z])[A-Z]|[\s-]+/g, "_$&")
        .replaceAll(/[\s_-]+/g, "_")
        .toLowerCase();
      const hint = /^[a-z]{2,}(_[a-z]+)*$/.test(likely) && likely !== word ? ` Did you mean ${likely}?` : "";
      return `"${word}" must be lower-case English words with underscores, such as learning_paths: at most ${maxLength} letters.${hint}`;
    }
    if (reserved.has(word))
      return `"${word}" is a reserved word. Choose another name, or pass the singular of an irregular plural with --singular.`;
  }
  return plural === singular
    ? `"${plural}" must be a plural that differs from its singular. Pass the singular with --singular, or choose a name such as ${singular}_entries.`
    : undefined;
}

const maxLength = 40;

/** Returns the singular of a regular English plural. */
export const singularOf = (plural: string): string =>
  plural.endsWith("ies")
    ? plural.replace(/ies$/, "y")
    : /(?:ss|x|ch|sh)es$/.test(plural)
      ? plural.replace(/es$/, "")
      : plural.replace(/s$/, "");

export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** `learningPaths` */
export const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
export const kebab = (name: string): string => name.replaceAll("_", "-");
export const prose = (name: string): string => name.replaceAll("_", " ");
const sentence = (name: string): string => capitalized(prose(name));
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns proposals for the id prefix: the first letter and two others in their order, consonants first. */
export function prefixesFor(singular: string): string[] {
  const [first = "", ...rest] = singular.replaceAll("_", "");
  const consonants = rest.filter((letter) => !"aeiou".includes(letter));
  return [[...consonants, ...rest], rest].flatMap((letters) =>
    letters.flatMap((second, index) => letters.slice(index + 1).map((third) => first + second + third)),
  );
}

/** Replaces the names of the templates with those of the resource and its parent, in every form. */
export const renamed = (text: string, name: ResourceName, parent?: ResourceName): string =>
  withName(parent ? withName(text, templateParent, parent) : text, templateName, name);

function withName(text: string, before: ResourceName, name: ResourceName): string {
  const article = /^(?:(?!uni|us[ae]|ut[ei]|eu|one)[aeiou]|heir|honor|hour)/.test(name.singular) ? "an" : "a";
  let result = text
    .replaceAll(`a ${prose(before.singular)}`, `${article} ${prose(before.singular)}`)
    .replaceAll(`A ${prose(before.singular)}`, `${capitalized(article)} ${prose(before.singular)}`);
  for (const number of ["plural", "singular"] as const) {
    for (const form of [String, kebab, camel, pascal, prose, sentence]) {
      result = result.replaceAll(form(before[number]), form(name[number]));
    }
  }
  return result;
}
