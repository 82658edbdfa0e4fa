import type { Template, TemplateData } from "#domain/messages/notifications/templates.ts";

/** Texts of all templates in one language. The title is one line; the body is plain text of at most 2000 characters. */
export type NotificationTexts = { [Name in Template]: (data: TemplateData[Name]) => { title: string; body: string } };
