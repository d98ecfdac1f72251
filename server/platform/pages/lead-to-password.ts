import type { FastifyInstance } from "fastify";

const formPath = "/dashboard/security#change-password";

/** Password managers open this address, which the W3C has agreed on for all sites. */
export function leadToPassword(app: FastifyInstance): void {
  app.get(
    "/.well-known/change-password",
    { config: { who: "visitor", forEveryone: true } },
    async (_request, reply) => reply.header("cache-control", "no-cache").redirect(formPath, 302),
  );
}
