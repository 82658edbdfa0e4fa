import type { OlxFiles } from "./olx-import.ts";

/** A course in OLX of one chapter `c`, whose content is in files of their own. `parts`: files below the folder. */
export const olxCourse = (
  number: string,
  parts: OlxFiles,
  { root = '<chapter url_name="c"/>', attributes = "" } = {},
) =>
  Object.fromEntries(
    Object.entries({
      "course.xml": `<course url_name="R" org="Test" course="${number}"/>`,
      "course/R.xml": `<course display_name="Course ${number}"${attributes}>${root}</course>`,
      ...parts,
    }).map(([name, content]) => [`${number}/${name}`, content]),
  );

/** A course of one chapter, subsection and unit with these components. */
export const olxUnit = (number: string, components: string, parts: OlxFiles = {}, course: object = {}) =>
  olxCourse(
    number,
    {
      "chapter/c.xml": '<chapter display_name="Chapter"><sequential url_name="s"/></chapter>',
      "sequential/s.xml": '<sequential display_name="Subsection"><vertical url_name="v"/></sequential>',
      "vertical/v.xml": `<vertical display_name="Unit">${components}</vertical>`,
      ...parts,
    },
    course,
  );

export const externalId = (number: string, name = "") => `olx/Test/${number}/R${name === "" ? "" : `/${name}`}`;
