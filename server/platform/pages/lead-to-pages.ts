import type { FastifyInstance } from "fastify";

/** Addresses without a page of their own. */
const pages = {
  "/checkout": "/checkout/address",
  // Password managers open it: the W3C has agreed on it for all sites.
  "/.well-known/change-password": "/dashboard/security#change-password",
};

export function leadToPages(app: FastifyInstance): void {
  const config = { who: "visitor", forEveryone: true } as const;
  for (const [address, page] of Object.entries(pages)) {
    app.get(address, { config }, async (_request, reply) =>
      reply.header("cache-control", "no-cache").redirect(page, 302),
    );
  }
}
