// The control API and its page.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Control, ControlSettings } from "./control.ts";
import { controlPage, controlPolicy } from "./control-page.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { readBody } from "./read-body.ts";

export function serveControl(control: Control) {
  const answers: Record<string, (body: unknown) => unknown> = {
    "GET /control/state": () => control.state(),
    "GET /control/events": () => control.events(),
    "GET /control/records": () => ({
      intents: control.intents(),
      charges: control.charges(),
      refunds: control.refunds(),
    }),
    "POST /control": (body) => {
      control.control(body as ControlSettings);
      return control.state();
    },
    "POST /control/finish-refunds": (body) => {
      const { fail = false } = body as { fail?: boolean };
      return { finished: control.finishRefunds(fail ? "failed" : "succeeded") };
    },
    "POST /control/release": async (body) => ({
      released: await control.release(body as { ids?: string[] }),
    }),
  };

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (request.method === "GET" && url.pathname === "/control") {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": controlPolicy,
        "cache-control": "no-store",
      });
      response.end(controlPage(control));
      return;
    }
    const answer = answers[`${request.method} ${url.pathname}`];
    try {
      if (!answer) throw invalidRequest("There is no such control.", {}, 404);
      send(response, 200, await answer(await bodyOf(request)));
    } catch (error) {
      const known = error instanceof ApiError ? error : invalidRequest(String(error));
      send(response, known.status, { error: known.body });
    }
  };
}

/** JSON only: other sites' pages cannot send it without a preflight, which fails. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    throw invalidRequest("Send JSON, as application/json.", {}, 415);
  }
  const text = await readBody(request);
  const body: unknown = JSON.parse(text || "{}");
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw invalidRequest("Send an object.");
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body, null, 2));
}
