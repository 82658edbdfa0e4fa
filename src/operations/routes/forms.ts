import * as forms from "#domain/content/forms/list-forms.ts";
import { read, type Route } from "../route.ts";

/** Forms and submissions. */
export const formRoutes: readonly Route[] = [
  read("/forms", forms.listForms),
  read("/forms/:id", forms.getForm),
  read("/forms/:id/submissions", forms.listFormSubmissions),
  read("/form_submissions", forms.listAllFormSubmissions),
  read("/form_submissions/:id", forms.getFormSubmission),
];
