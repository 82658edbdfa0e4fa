import type * as z from "zod";
import type { showConsultingService } from "#domain/catalog/public-catalog/consulting.ts";
import type { showDigitalProduct } from "#domain/catalog/public-catalog/digital-products.ts";
import type { showMembershipPlan } from "#domain/catalog/public-catalog/membership-plans.ts";
import { bullets, facts, money, names, part, plain, priceOf } from "./markdown.ts";

type Plan = z.output<typeof showMembershipPlan.output>;
type Product = z.output<typeof showDigitalProduct.output>;
type Service = z.output<typeof showConsultingService.output>;

/** `/membership-plans/{slug}.md`: price and benefits of a plan. */
export const planDocument = (plan: Plan): string => `# ${plain(plan.name)}

${facts({
  URL: plan.url,
  Type: plan.planType.replaceAll("_", " "),
  "Free trial": plan.trialDays > 0 && `${plan.trialDays} days`,
  Includes: plan.allCourses && "all courses",
  "Discount on events": plan.eventDiscountPercent > 0 && `${plan.eventDiscountPercent} %`,
})}

${plan.descriptionMarkdown}
${part("Prices", bullets(plan.pricings.map(pricingLine)))}${part("Included courses", bullets(plan.courses.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${part("Included digital products", bullets(plan.digitalProducts.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${part("Included post categories", bullets(plan.postCategories.map(({ name }) => plain(name))))}${part("Questions", plan.faq.map(({ question, answerMarkdown }) => `### ${plain(question)}\n\n${answerMarkdown}`).join("\n\n"))}`;

const pricingLine = ({ label, price, interval, intervalCount }: Plan["pricings"][number]): string => {
  const every = intervalCount === 1 ? interval : `${intervalCount} ${interval}s`;
  return `${label ? `${plain(label)}: ` : ""}${money(price)}${interval === null ? ", paid once" : ` every ${every}`}`;
};

/** `/digital-products/{slug}.md`: content and price of a product. */
export const productDocument = (product: Product): string => `# ${plain(product.name)}

${facts({ URL: product.url, Price: priceOf(product.price), License: product.license && plain(product.license) })}

${product.descriptionMarkdown}
${part("Files", bullets(product.files.map(({ name, byteSize }) => `${plain(name)} (${byteSize} bytes)`)))}`;

/** `/consulting/{slug}.md`: price and session length of a service. Available times are only on its page. */
export const serviceDocument = (service: Service): string => `# ${plain(service.name)}

${facts({
  URL: service.url,
  Price: priceOf(service.price),
  Sessions: `${service.sessionsIncluded} of ${service.durationMinutes} minutes`,
  Format: service.format.replaceAll("_", " "),
  Location: service.location && plain(service.location),
  Lecturers: names(service.lecturers),
})}

${service.descriptionMarkdown}
`;
