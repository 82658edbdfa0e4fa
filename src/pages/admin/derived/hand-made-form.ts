import type { AdminPage } from "../../views/admin/admin-page.ts";
import type { FormPage } from "../../views/admin/derived/form-page.ts";
import type { Notice } from "./after-write.ts";
import type { FormValues } from "./form-values.ts";

/** A page written by hand for the form of an operation: it has the same fields, and is read and saved in the same way. */
export interface HandMadeForm {
  view?: (page: AdminPage, form: FormPage) => string | Promise<string>;
  /** Selects the values to save. The form keeps the others. */
  stored?: (values: FormValues) => FormValues;
  /** Called after the write. Returns the page to show next. */
  after?: (notice: Notice) => string | Promise<string>;
}
