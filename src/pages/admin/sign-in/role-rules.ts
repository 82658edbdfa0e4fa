import type { FastifyInstance, FastifyReply } from "fastify";
import { roles } from "#access/roles.ts";
import { factorPolicies, type FactorPolicy, policyOfRole } from "#access/factor-policy.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sessionSettings, staffRoles } from "#domain/platform/site/role-settings.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { recordOf } from "#lib/json/typed-object.ts";
import type { Form } from "#oauth/form.ts";
import { type RoleRules, roleRulesPath } from "../../views/admin/sign-in/role-rules.ts";
import type { EditedForm } from "../parts/edited-form.ts";
import type { AdminOptions } from "../parts/options.ts";
import { type AdminPageRequest } from "../parts/page-request.ts";
import { ownerRoutes } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { secondsOf, type TypedLimit, unitOf, writtenLimit } from "../settings/limit-units.ts";
import { saveSettings } from "../settings/save-settings.ts";

const { path } = adminSections.signIn;
const { postChanges } = ownerRoutes;

/** Second factors and sessions of each role, as stored. */
export const rulesOf = (settings: SiteSettings): RoleRules["typed"] =>
  recordOf(roles, (role) => ({
    factor: policyOfRole(settings, role),
    idle: typedLimitOf(settings[sessionSettings[role].idle]),
    absolute: typedLimitOf(settings[sessionSettings[role].absolute]),
  }));

/** 0 stands for no rule, which the form shows as an empty field. */
const typedLimitOf = (seconds: number): TypedLimit =>
  seconds === 0 ? { amount: "", unit: "hours" } : writtenLimit(seconds);

type Show = (pageRequest: AdminPageRequest, rules: RoleRules) => Promise<FastifyReply>;

/**
 * POST /admin/settings/sign-in/roles. Only owners change how staff sign in. An owner
 * who requires a second factor of owners and has none sets one up next.
 */
export function roleRulesPage(app: FastifyInstance, { sites }: AdminOptions, show: Show): void {
  postChanges(app, { path: roleRulesPath, formAt: path }, async (pageRequest, edited) => {
    const typed = typedIn(edited.form);
    try {
      await saveSettings(pageRequest, sites, changesIn(typed, edited));
    } catch (error) {
      if (!(error instanceof Problem && error.code === "validation_failed")) throw error;
      const wrong = new Set((error.details.errors ?? []).map(({ pointer }) => pointer.split("/")[1] ?? ""));
      return show(pageRequest, { typed, wrong });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}

function typedIn(form: Form): RoleRules["typed"] {
  const limit = (name: string): TypedLimit => ({
    amount: (form.get(name) ?? "").trim().slice(0, 20),
    unit: unitOf(form.get(`${name}_unit`)),
  });
  return recordOf(roles, (role) => ({
    factor: factorPolicies.find((policy) => policy === form.get(`factor_${role}`)) ?? "offered",
    idle: limit(`idle_${role}`),
    absolute: limit(`absolute_${role}`),
  }));
}

/** Returns only the settings that the person changed. */
function changesIn(typed: RoleRules["typed"], { isChanged }: EditedForm): Partial<SiteSettings> {
  const limits = roles.flatMap((role) =>
    (["idle", "absolute"] as const)
      .filter((kind) => isChanged(`${kind}_${role}`, `${kind}_${role}_unit`))
      .map((kind) => [sessionSettings[role][kind], secondsIn(typed[role][kind])] as const),
  );
  const isFactorChanged = isChanged(...roles.map((role) => `factor_${role}`));
  const has = (policy: FactorPolicy) => (role: (typeof roles)[number]) => typed[role].factor === policy;
  return {
    ...Object.fromEntries(limits),
    ...(isFactorChanged && {
      secondFactorRequired: staffRoles.filter(has("required")),
      secondFactorOff: roles.filter(has("off")),
    }),
  };
}

const secondsIn = (limit: TypedLimit): number => (limit.amount === "" ? 0 : secondsOf(limit));
