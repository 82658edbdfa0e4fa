import type { AdminPage } from "../../views/admin/admin-page.ts";
import type { FormPage } from "../../views/admin/derived/form-page.ts";
import type { Notice } from "./after-write.ts";
import type { FormValues } from "./form-values.ts";

/** The result of a form: the resource as JSON, and the submitted values. */
interface Made {
  wire: Readonly<Record<string, unknown>>;
  values: FormValues;
}

/** A page written by hand for the form of an operation: it has the same fields, and is read and saved in the same way. */
export interface HandMadeForm {
  view?: (page: AdminPage, form: FormPage) => string | Promise<string>;
  /** Selects the values to save. The form keeps the others. */
  stored?: (values: FormValues) => FormValues;
  /** Checks values beyond the fields of the operation. Returns messages by form field. */
  check?: (values: FormValues) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;
  /** Called after the write, with what it made or changed. Returns the page to show next. */
  after?: (notice: Notice, made?: Made) => string | Promise<string>;
}
