import { createForm, updateForm } from "#domain/content/forms/save-form.ts";
import { openForm, closeForm, deleteForm } from "#domain/content/forms/form-states.ts";

/** Changes of forms. */
export const formOperations = {
  createForm,
  updateForm,
  openForm,
  closeForm,
  deleteForm,
};
