import type { Template, TemplateData } from "../templates.ts";

/** The words of every template in one language. The title is one line; the body plain text of 2000 characters at most. */
export type Words = { [Name in Template]: (data: TemplateData[Name]) => { title: string; body: string } };
