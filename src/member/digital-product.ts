import {
  type AcquiredFile,
  type AcquiredProduct,
  countAcquiredProducts,
  filesOfProducts,
  listAcquiredProducts,
  remainingDownloads,
} from "#domain/digital-products/acquired-products.ts";
import { downloadLink } from "#domain/digital-products/download-link.ts";
import { formatId } from "#domain/ids.ts";
import { pictureAddress } from "./addresses.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf, pageFrom, readFirst } from "./connection.ts";
import { decodeTime, encodeTime } from "./cursor.ts";
import { shared } from "./shared.ts";

interface ProductNode extends AcquiredProduct {
  files: () => Promise<Map<string, AcquiredFile[]>>;
}

const DownloadableFile = builder
  .objectRef<{ file: AcquiredFile; product: AcquiredProduct }>("DownloadableFile")
  .implement({
    description: "A file of a digital product.",
    fields: (t) => ({
      id: t.id({ description: "Id of the file (fil_…).", resolve: ({ file }) => formatId("file", file.id) }),
      name: t.string({ description: "What the file is called when it is saved.", resolve: ({ file }) => file.name }),
      contentType: t.string({
        description: "Its media type, e.g. application/pdf.",
        resolve: ({ file }) => file.contentType,
      }),
      byteSize: t.float({ description: "Its size in bytes.", resolve: ({ file }) => file.byteSize }),
      downloadUrl: t.field({
        type: "URL",
        nullable: true,
        description:
          "Signed, good for 10 minutes, for this member only: using it counts once against their allowance, however " +
          "often it is used within that time. Null when the allowance is used up, or the access has ended.",
        resolve: ({ file, product }, _args, context) => downloadLink(context, product, file.id),
      }),
      remainingDownloads: t.int({
        nullable: true,
        description: "How many downloads are left, of all files of the product together; null: as many as one likes.",
        resolve: ({ product }) => remainingDownloads(product),
      }),
    }),
  });

const ProductType = builder.objectRef<ProductNode>("PurchasedDigitalProduct");
ProductType.implement({
  description: "A digital product that the member has. What they have access to, and nothing of how they came by it.",
  fields: (t) => ({
    id: t.id({
      description: "Id of what the member was given (dgr_…).",
      resolve: ({ id }) => formatId("digitalProductGrant", id),
    }),
    slug: t.exposeString("slug", { description: "The product's own part of its address." }),
    name: t.exposeString("name", { description: "What the product is called." }),
    url: t.field({
      type: "URL",
      description: "The page of the product.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/digital-products/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "The product's cover; null where there is none.",
      resolve: ({ coverFileId }, _args, { site }) => pictureAddress(site, coverFileId),
    }),
    acquiredAt: t.field({
      type: "DateTime",
      description: "Since when the member has it.",
      resolve: ({ acquiredAt }) => acquiredAt.toISOString(),
    }),
    expireDate: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the access ends, or ended. Null exactly when hasLifetimeAccess is true.",
      resolve: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
    }),
    hasLifetimeAccess: t.boolean({
      description: "Whether the access never ends.",
      resolve: ({ expiresAt }) => expiresAt === null,
    }),
    files: t.field({
      type: [DownloadableFile],
      description: "What is in it, in the order in which the school shows it.",
      resolve: async (product) =>
        ((await product.files()).get(product.productId) ?? []).map((file) => ({ file, product })),
    }),
  }),
});

export const DigitalProductConnection = connectionOf("PurchasedDigitalProduct", ProductType);

interface Arguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const list = { list: "digitalProducts" };

export async function digitalProductsOf(context: MemberContext, memberId: string, args: Arguments) {
  const first = readFirst(args.first);
  const position = decodeTime(args.after, list);
  const after = position && { acquiredAt: position.at, id: position.id };
  const rows = await listAcquiredProducts(context, memberId, { first: first + 1, after });
  const files = shared(() =>
    filesOfProducts(
      context,
      rows.map(({ productId }) => productId),
    ),
  );
  return pageFrom(
    rows.map((row) => ({ ...row, files })),
    first,
    {
      cursorOf: ({ acquiredAt, id }) => encodeTime({ at: acquiredAt, id }, list),
      totalCount: () => countAcquiredProducts(context, memberId),
    },
  );
}
