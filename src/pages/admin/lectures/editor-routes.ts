import { formRoutes } from "../derived/form-routes.ts";

export const editorRoutes = formRoutes("Owners, managers and the lecturers of a course edit its lectures.");
