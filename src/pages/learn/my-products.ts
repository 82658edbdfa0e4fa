import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { listMyProducts } from "#domain/memberships/downloads/list-my-products.ts";
import { myProducts } from "../views/learn/my-products.ts";
import { learnerPage } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

const productsAddress = "/account/digital-products";
const pageSize = 20;

/** GET /account/digital-products: downloads of the member. */
export function myProductsPage(app: FastifyInstance, { getPage }: MemberRoutes): void {
  getPage(app, productsAddress, async (learner, request) => {
    const { after } = request.query;
    const { products, nextCursor } = await perform(listMyProducts, learner.context, {
      limit: pageSize,
      cursor: after,
    });
    const next = nextCursor === null ? undefined : `${productsAddress}?after=${nextCursor}`;
    const pages = { first: after && productsAddress, next };
    return myProducts(learnerPage(learner), { products, pages });
  });
}
