// One line for each finished request, with the route instead of the URL, which holds user input.
import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

const slowMs = 3_000;

export class RequestLog extends LogController {
  override incomingRequest(): void {}

  /** An error here is a client that hung up. */
  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const milliseconds = Math.round(reply.elapsedTime);
    const isSlow = milliseconds > slowMs && !mayTakeLong(request, reply);
    const { method, routeOptions } = request;
    const { statusCode: status } = reply.raw;
    const fields = { method, route: routeOptions.url ?? "none", status, milliseconds };
    if (isSlow) request.log.info(fields, "slow request");
    else request.log.debug(fields, "request");
  }
}

/** Event streams stay open, and uploads are as slow as the sender's connection. */
function mayTakeLong({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const type = String(reply.raw.getHeader("content-type") ?? headers.accept ?? "");
  return type.includes("event-stream") || /^multipart\//.test(headers["content-type"] ?? "");
}
