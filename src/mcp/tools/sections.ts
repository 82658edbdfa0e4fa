import { deleteSection } from "#domain/catalog/curriculum/sections/delete-section.ts";
import { getSection, listSections } from "#domain/catalog/curriculum/sections/list-sections.ts";
import { reorderSections } from "#domain/catalog/curriculum/sections/reorder-sections.ts";
import { createSection, updateSection } from "#domain/catalog/curriculum/sections/save-section.ts";
import { overwrites, readTool, saveTool, sets, writeTool, writeToolOf } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** Tools for one section at a time: they also work in courses whose curriculum is too long for one result. */
export const sectionTools: readonly Tool[] = [
  readTool({
    name: "list_sections",
    title: "List the sections of a course (staff)",
    description:
      "Sections of a course, by ID or slug, in order, including drafts, without lectures. For the lectures of a section, use list_lectures with section_id.",
    operation: listSections,
  }),
  readTool({
    name: "get_section",
    title: "Get a section (staff)",
    description:
      "One section by ID, with its release schedule and the etag for save_section. For its lectures, use list_lectures with section_id.",
    operation: getSection,
  }),
  saveTool({
    name: "save_section",
    title: "Create, rename or move a section",
    description:
      "Updates the given fields of the section given by ID, or creates one in course from changes (requires title), at the end unless changes has a position, counted from zero. Keeps the lectures of the section.",
    create: createSection,
    update: updateSection,
    which: "id",
    parent: "course",
  }),
  writeToolOf({
    name: "reorder_sections",
    title: "Reorder the sections of a course",
    description:
      "Sets the order of all sections of a course: ids lists every section exactly once. Find them with list_sections. To move one section, use save_section with a position.",
    hints: sets,
    arguments: reorderSections.input,
    operations: [reorderSections],
    step: (input) => ({ operation: reorderSections, input }),
  }),
  writeTool({
    name: "delete_section",
    title: "Delete a section",
    description:
      "Deletes one section by ID. A section with lectures needs move_lectures_to, another section of the course that keeps them, or cascade to delete them too. This cannot be undone; removes must list the IDs of everything that is deleted.",
    operation: deleteSection,
    hints: overwrites,
    removes: true,
  }),
];
