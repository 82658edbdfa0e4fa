import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type * as z from "zod";
import { type Fault, problemOfFaults, readYamlFields } from "#domain/platform/input/yaml-fields.ts";
import type { CourseContent } from "#domain/transfer/course-folder/course-content.ts";
import { readMatter } from "#domain/platform/input/front-matter.ts";
import { readCourseFolder } from "#domain/transfer/course-folder/read-folder.ts";
import { schoolFolder } from "./school-folder.ts";
import {
  type DemoEvent,
  type DemoOffers,
  type DemoPeople,
  EventsFile,
  FormsFile,
  OffersFile,
  PageMatter,
  PeopleFile,
  PostMatter,
  SchoolFile,
} from "./school-files.ts";

type School = z.output<typeof SchoolFile>;

/** The content of a demo school, before ids, passwords and a port are assigned. */
export interface DemoSite extends Omit<School, "courses"> {
  /** The name of its folder. */
  folder: string;
  courses: DemoCourse[];
  offers: DemoOffers;
  events: DemoEvent[];
  posts: (z.output<typeof PostMatter> & { slug: string; body: string })[];
  pages: (z.output<typeof PageMatter> & { path: string; body: string })[];
  forms: z.output<typeof FormsFile>["forms"];
  people: DemoPeople;
}

export type DemoCourse = School["courses"][number] & { content: CourseContent };

/** Reads the files of a demo school. Throws a Problem with the lines of all errors in the first wrong file. */
export async function readSchool(folder: string): Promise<DemoSite> {
  const fileIn = (name: string) => path.join(schoolFolder(folder), name);
  const yaml = async <Schema extends z.ZodObject>(schema: Schema, name: string) => {
    const read = await readYamlFields(schema, fileIn(name), readFileSync(fileIn(name), "utf8"));
    return Array.isArray(read) ? rejected(read) : read.matter;
  };
  const texts = async <Schema extends z.ZodObject>(schema: Schema, name: string) => {
    const files = readdirSync(fileIn(name)).filter((file) => file.endsWith(".md"));
    return Promise.all(
      files.map(async (file) => {
        const source = path.join(fileIn(name), file);
        const read = await readMatter(schema, source, readFileSync(source, "utf8"));
        if ("faults" in read) return rejected(read.faults);
        return { name: path.basename(file, ".md"), matter: read.matter, body: read.body ?? "" };
      }),
    );
  };
  const [school, offers, { events }, { forms }, people, posts, pages] = await Promise.all([
    yaml(SchoolFile, "school.yaml"),
    yaml(OffersFile, "offers.yaml"),
    yaml(EventsFile, "events.yaml"),
    yaml(FormsFile, "forms.yaml"),
    yaml(PeopleFile, "people.yaml"),
    texts(PostMatter, "posts"),
    texts(PageMatter, "pages"),
  ]);
  const courses = await Promise.all(
    school.courses.map(async (terms) => {
      const read = await readCourseFolder(fileIn(`courses/${terms.slug}`));
      return { ...terms, content: "faults" in read ? rejected(read.faults) : read.content };
    }),
  );
  return {
    ...school,
    folder,
    courses,
    offers,
    events,
    // The oldest first.
    posts: posts
      .map(({ name, matter, body }) => ({ ...matter, slug: name, body }))
      .toSorted((one, other) => other.daysAgo - one.daysAgo),
    pages: pages.map(({ name, matter, body }) => ({ ...matter, path: `/${name}`, body })),
    forms,
    people,
  };
}

function rejected(faults: Fault[]): never {
  throw problemOfFaults(faults);
}
