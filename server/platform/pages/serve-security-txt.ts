import type { FastifyInstance } from "fastify";
import type { Context } from "#server/context.ts";

const validDays = 180;

export function serveSecurityTxt(
  app: FastifyInstance,
  context: Pick<Context, "env" | "origin">,
): void {
  const contact = context.env.SECURITY_CONTACT;
  if (!contact) return;
  const path = "/.well-known/security.txt";
  app.get(path, { config: { who: "visitor", forEveryone: true } }, async (_request, reply) => {
    const until = new Date(Date.now() + validDays * 86_400_000).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${until}`,
      `Canonical: ${context.origin}${path}`,
      "Preferred-Languages: en",
      "",
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(lines.join("\n"));
  });
}
