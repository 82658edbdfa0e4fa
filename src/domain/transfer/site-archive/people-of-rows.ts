import type { RequestContext } from "#domain/platform/context.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import type { Operation } from "#domain/platform/operation.ts";
import type { Row } from "./archive-format.ts";
import type { peopleNames } from "./archived-records.ts";
import { contentResources, operations } from "./archived-resources.ts";
import { readPages } from "./read-list.ts";

export type PeopleName = (typeof peopleNames)[number];

interface PeopleList {
  /** The rows that people belong to. */
  of: "groups" | "digital_products";
  kind: IdKind;
  /** Lists the people of a row by its ID. */
  list: Operation;
  by: string;
  /** The fields of one of the people. */
  fieldsOf: (listed: Row) => Row;
  /** The field with the ID of the row. */
  parent: string;
  /** The field of the row that has them in archives of earlier releases. */
  formerField: string;
}

export const peopleLists: Readonly<Record<PeopleName, PeopleList>> = {
  group_students: {
    of: "groups",
    kind: "group",
    list: operations.listGroupStudents,
    by: "id",
    fieldsOf: ({ id }) => ({ student_id: id }),
    parent: "group_id",
    formerField: "students",
  },
  digital_product_grants: {
    of: "digital_products",
    kind: "digitalProduct",
    list: operations.listDigitalProductGrants,
    by: "product",
    fieldsOf: ({ member_id, expires_at, granted_at, source, downloads }) => ({
      member_id,
      expires_at,
      granted_at,
      source,
      downloads,
    }),
    parent: "product_id",
    formerField: "grants",
  },
};

/** Yields the students of all groups, or the grants of all products. They are no part of their rows: there can be millions. */
export async function* peopleRows(context: RequestContext, name: PeopleName): AsyncGenerator<Row[]> {
  const { of, list, by, fieldsOf, parent } = peopleLists[name];
  for await (const page of readPages(context, contentResources[of].list)) {
    for (const { id } of page) {
      for await (const people of readPages(context, list, { [by]: id })) {
        yield people.map((listed) => ({ [parent]: id, ...fieldsOf(listed) }));
      }
    }
  }
}
