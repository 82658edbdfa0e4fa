import type * as z from "zod";
import type { showConsultingService } from "#domain/public-catalog/consulting.ts";
import type { showDigitalProduct } from "#domain/public-catalog/digital-products.ts";
import type { showMembershipPlan } from "#domain/public-catalog/membership-plans.ts";
import { bullets, facts, money, names, part, priceOf } from "./markdown.ts";
import { plain } from "#documents/plain-markdown.ts";
import type { DocumentText } from "#documents/text/document-text.ts";
import { intervalOf } from "./text/kinds.ts";

type Plan = z.output<typeof showMembershipPlan.output>;
type Product = z.output<typeof showDigitalProduct.output>;
type Service = z.output<typeof showConsultingService.output>;

/** `/membership-plans/{slug}.md`: price and benefits of a plan. */
export const planDocument = (text: DocumentText, plan: Plan): string => `# ${plain(plan.name)}

${facts(text, {
  url: plan.url,
  type: text.kinds[plan.planType],
  trial: plan.trialDays > 0 && text.days(plan.trialDays),
  includes: plan.allCourses && text.allCourses,
  eventDiscount: plan.eventDiscountPercent > 0 && `${plan.eventDiscountPercent} %`,
})}

${plan.descriptionMarkdown}
${part(text.parts.prices, bullets(plan.pricings.map((pricing) => pricingLine(text, pricing))))}${part(text.parts.includedCourses, bullets(plan.courses.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${part(text.parts.includedProducts, bullets(plan.digitalProducts.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${part(text.parts.includedCategories, bullets(plan.postCategories.map(({ name }) => plain(name))))}${part(text.parts.questions, plan.faq.map(({ question, answerMarkdown }) => `### ${plain(question)}\n\n${answerMarkdown}`).join("\n\n"))}`;

function pricingLine(text: DocumentText, { label, price, interval, intervalCount }: Plan["pricings"][number]): string {
  const every = intervalOf(interval);
  const amount = every ? text.paidEvery(money(price), text.every(every, intervalCount)) : text.paidOnce(money(price));
  return label ? text.fact(plain(label), amount) : amount;
}

/** `/digital-products/{slug}.md`: content and price of a product. */
export const productDocument = (text: DocumentText, product: Product): string => `# ${plain(product.name)}

${facts(text, { url: product.url, price: priceOf(text, product.price), license: product.license && plain(product.license) })}

${product.descriptionMarkdown}
${part(text.parts.files, bullets(product.files.map(({ name, byteSize }) => `${plain(name)} ${text.bytes(byteSize)}`)))}`;

/** `/consulting/{slug}.md`: price and session length of a service. Available times are only on its page. */
export const serviceDocument = (text: DocumentText, service: Service): string => `# ${plain(service.name)}

${facts(text, {
  url: service.url,
  price: priceOf(text, service.price),
  sessions: text.sessions(service.sessionsIncluded, service.durationMinutes),
  format: text.formats[service.format],
  location: service.location && plain(service.location),
  lecturers: names(service.lecturers),
})}

${service.descriptionMarkdown}
`;
