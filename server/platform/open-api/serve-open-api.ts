import type { FastifyInstance } from "fastify";
import { type Calls, callRoot } from "#contract/call.ts";
import { describeCalls } from "./describe-calls.ts";
import { referencePage } from "./reference-page.ts";

const style = `
:root { color-scheme: light dark; font: 1rem/1.6 ui-sans-serif, system-ui, sans-serif; }
body { margin: 0; }
main { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; }
a { color: inherit; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
h2 { border-top: 2px solid; margin-top: 4rem; padding-top: 1rem; text-transform: capitalize; }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0 1.5rem; }
h3 { font-size: 1rem; overflow-wrap: anywhere; }
small { display: block; opacity: .85; }
p, details { margin: .4rem 0; }
summary { cursor: pointer; padding: .2rem 0; }
pre { overflow-x: auto; padding: .75rem 1rem; background: color-mix(in srgb, currentColor 7%, transparent); }
`;
const stylePath = `${callRoot}/reference.css`;

type About = { shopName: string; origin: () => string };

export function serveOpenApi(
  app: FastifyInstance,
  calls: Record<string, Calls>,
  { shopName, origin }: About,
): void {
  let known: { origin: string; json: string; page: string } | undefined;
  const current = () => {
    if (known?.origin !== origin()) {
      const document = describeCalls(calls, shopName, origin());
      const json = JSON.stringify(document);
      known = { origin: origin(), json, page: referencePage(document, stylePath) };
    }
    return known;
  };
  const config = { who: "visitor", forEveryone: true } as const;
  const keep = "public, max-age=300";
  app.get(`${callRoot}/openapi.json`, { config }, (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", keep)
      .send(current().json),
  );
  app.get(callRoot, { config }, (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("cache-control", keep).send(current().page),
  );
  app.get(stylePath, { config }, (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", keep).send(style),
  );
}
