import type { FormFields } from "#lib/form-fields.ts";
import { encodings } from "#domain/transfer/imports/columns/preview-import.ts";
import { recordNames, type RecordName } from "#domain/transfer/imports/records/record-imports.ts";

export const importsPath = "/admin/imports";
export const columnsPath = `${importsPath}/columns`;

/** Choices of a person for the columns of a file. Addresses have them, so that going back shows them. */
export interface Choice {
  file: string;
  resource: RecordName;
  encoding: string | undefined;
  /** The column by the position in the file; empty for one that is left out. Undefined: as suggested. */
  columns: ReadonlyMap<number, string>;
  course: string | undefined;
}

const maxColumns = 200;

/** Reads a choice from the parameters of an address or from a form. */
export function choiceIn(values: ReadonlyMap<string, string>): Choice | undefined {
  const resource = recordNames.find((name) => name === values.get("resource"));
  const file = values.get("file") ?? "";
  if (!resource || !/^fil_[\da-z]{26}$/.test(file)) return undefined;
  const columns = new Map<number, string>();
  for (const [name, value] of values) {
    const position = /^c(\d{1,3})$/.exec(name)?.[1];
    if (position !== undefined && Number(position) < maxColumns) columns.set(Number(position), value.slice(0, 100));
  }
  const course = values.get("course");
  return {
    file,
    resource,
    columns,
    encoding: encodings.find((encoding) => encoding === values.get("encoding")),
    course: course === undefined || course === "" ? undefined : course.slice(0, 200),
  };
}

/** The parameters of an address that hold a choice. */
export function queryOf({ file, resource, encoding, columns, course }: Choice): string {
  return new URLSearchParams({
    file,
    resource,
    ...(encoding !== undefined && { encoding }),
    ...(course !== undefined && { course }),
    ...Object.fromEntries([...columns].map(([position, column]) => [`c${position}`, column])),
  }).toString();
}

export const valuesOf = (fields: FormFields): ReadonlyMap<string, string> => new Map(fields);

/** The texts of an address. */
export const valuesIn = (query: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
