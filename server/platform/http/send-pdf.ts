import type { FastifyReply } from "fastify";

/** It names people and what they bought, so nothing keeps it. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type("application/pdf")
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}.pdf"`)
    .send(pdf);
}
