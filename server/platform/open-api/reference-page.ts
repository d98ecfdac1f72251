import { escapeHtml } from "#contract/pages/escape-html.ts";
import type { OpenApi } from "./describe-calls.ts";
import type { Operation } from "./to-schema.ts";

type Described = Operation & {
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema?: unknown }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema?: unknown }> }
  >;
};

export function referencePage(document: OpenApi, style: string): string {
  const { title, description } = document.info as { title: string; description: string };
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Described,
    })),
  );
  const byTag = Map.groupBy(all, ({ operation }) => operation.tags[0] ?? "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Calls"><ul>${[...byTag.keys()]
    .map((tag) => `<li><a href="#${tag}">${tag}</a></li>`)
    .join("")}</ul></nav>
${[...byTag]
  .map(
    ([tag, some]) => `<section aria-labelledby="${tag}">
<h2 id="${tag}">${tag}</h2>
${some.map(call).join("\n")}
</section>`,
  )
  .join("\n")}
</main>
</body>
</html>
`;
}

function call({ method, path, operation }: { method: string; path: string; operation: Described }) {
  const { summary, description, parameters, requestBody, responses, operationId } = operation;
  const sent = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    shape(`Sent: ${type}`, schema),
  );
  const answers = Object.entries(responses).map(([status, { description: says, content }]) => {
    const schema = Number(status) < 300 && Object.values(content ?? {})[0]?.schema;
    return schema
      ? shape(`${status}: ${says}`, schema)
      : `<p><b>${status}</b> ${escapeHtml(says)}</p>`;
  });
  return `<article aria-labelledby="${operationId}">
<h3 id="${operationId}"><code><b>${method}</b> /api${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)} <small>${escapeHtml(description)}</small></p>
${parameters.map((each) => shape(`${each.name} (${each.in}${each.required ? "" : ", optional"})`, each.schema)).join("")}
${sent.join("")}${answers.join("")}
</article>`;
}

function shape(name: string, schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2));
  return `<details><summary>${escapeHtml(name)}</summary><pre tabindex="0">${text}</pre></details>`;
}
