import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import type { Form } from "#oauth/form.ts";
import { recordOf } from "#lib/json/typed-object.ts";
import { sendPage } from "../../responses/send.ts";
import { type Choice, choiceNames, limits as view } from "../../views/admin/settings/limits.ts";
import {
  type Count,
  countNames,
  isCount,
  isLimit,
  type Limit,
  limitNames,
  numberIn,
  secondsOf,
  type TypedLimit,
  unitOf,
  writtenLimit,
} from "./limit-units.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import type { EditedForm } from "../parts/edited-form.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";

const { path } = adminSections.limits;

type Choices = Record<Choice, boolean>;

interface Typed {
  limits: Record<Limit, TypedLimit>;
  counts: Record<Count, string>;
  choices: Choices;
}

/** GET and POST /admin/security/limits */
export function limitsPages(app: FastifyInstance, { sites }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    return page(pageRequest, typedAs(pageRequest), [], request.query.done === "saved");
  });

  postChanges(app, path, async (pageRequest, edited) => {
    const typed = read(edited.form);
    try {
      await saveSettings(pageRequest, sites, changesIn(typed, edited));
    } catch (error) {
      if (!(error instanceof Problem && error.code === "validation_failed")) throw error;
      const fields = (error.details.errors ?? []).map(({ pointer }) => pointer.slice(1));
      const wrong = fields.filter((name) => isLimit(name) || isCount(name));
      return sendPage(pageRequest.reply, page(pageRequest, typed, wrong, false), { status: 400 });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}

const page = (pageRequest: AdminPageRequest, typed: Typed, wrong: (Limit | Count)[], saved: boolean) =>
  view(adminPageOf(pageRequest, "limits"), { ...typed, wrong, saved });

function typedAs({ context }: AdminPageRequest): Typed {
  const { settings } = context.site;
  return {
    limits: recordOf(limitNames, (name) => writtenLimit(settings[name])),
    counts: countsBy((name) => String(settings[name])),
    choices: choicesBy((name) => settings[name]),
  };
}

/** Returns only the settings that the person changed, so that unchanged settings follow their defaults. */
function changesIn({ limits, counts, choices }: Typed, { isChanged }: EditedForm): Partial<SiteSettings> {
  const seconds = limitNames.map((name) => [name, secondsOf(limits[name])] as const);
  const numbers = countNames.map((name) => [name, numberIn(counts[name])] as const);
  const choiceValues = choiceNames.map((name) => [name, choices[name]] as const);
  return Object.fromEntries(
    [...seconds, ...numbers, ...choiceValues].filter(([name]) => isChanged(name, `${name}_unit`)),
  );
}

function read(form: Form): Typed {
  const limits = recordOf(limitNames, (name) => {
    const amount = (form.get(name) ?? "").trim().slice(0, 20);
    return { amount, unit: unitOf(form.get(`${name}_unit`)) };
  });
  const choices = choicesBy((name) => form.get(name) === "on");
  const counts = countsBy((name) => (form.get(name) ?? "").trim().slice(0, 20));
  return { limits, counts, choices };
}

const countsBy = (textOf: (name: Count) => string): Typed["counts"] => recordOf(countNames, textOf);

const choicesBy = (isOn: (name: Choice) => boolean): Choices => recordOf(choiceNames, isOn);
