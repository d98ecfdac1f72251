import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Call, isAudited } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { adminRoles } from "#contract/fields.ts";
import { type Area, mayCall, worksOn } from "#contract/rules/roles.ts";
import { isProductFile, readImports, root } from "./read-imports.ts";

const read = (file: string) => readFileSync(`${root}/${file}`, "utf8");

it("a page of admins is read-only for exactly the roles that may change nothing there", () => {
  const files = listMatches(
    "web/pages/admin/lazy-routes.ts",
    /^ {2}(\w+): .*import\("\.(.*?)"\)/gm,
  );
  const routes = read("web/pages/admin/routes.ts");
  const wrong = files.flatMap(([name = "", file]) => {
    const [found, area] =
      new RegExp(`^ {2}${name}: {[^}]*?(?:area: "(\\w+)" )?}`, "m").exec(routes) ?? [];
    if (!found) return [`${name} is not found`];
    const changes = changesOf(`web/pages/admin${file}`);
    const mayChange = adminRoles.filter((role) => changes.some((call) => mayCall(role, call)));
    const mayWork = adminRoles.filter((role) => area && worksOn(role, area as Area));
    return `${mayChange}` === `${mayWork}`
      ? []
      : [`${name} is of ${area ?? "no area"}, but ${mayChange.join(", ") || "nobody"} changes it`];
  });
  expect(files.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

/** Without calls that every role may make, such as those of saved views. */
function changesOf(page: string): Call[] {
  const files = new Set([page]);
  for (const file of files) for (const { to } of next.get(file) ?? []) files.add(to);
  return [...files]
    .filter((file) => file.startsWith("web/") && file !== examples)
    .flatMap((file) => listMatches(file, /\b(\w+Calls)\.(\w+)\b/g))
    .flatMap(([variable, name = ""]) => domains.get(variable)?.[name] ?? [])
    .filter((call) => isAudited(call) && call.area !== "some");
}

const next = Map.groupBy(
  readImports(["web"]).filter(({ to, isType }) => !isType && isProductFile(to)),
  ({ from }) => from,
);

/** Shows calls to programmers, and sends none. */
const examples = "web/modules/api-keys/call-examples.ts";

const variables = new Map(
  listMatches("contract/calls.ts", /^ {2}(\w+): (\w+),/gm).map(([key, variable]) => [
    key,
    variable,
  ]),
);
const domains = new Map<string | undefined, Record<string, Call>>(
  Object.entries(calls).map(([key, domain]) => [variables.get(key), domain]),
);

function listMatches(file: string, pattern: RegExp): string[][] {
  return [...read(file).matchAll(pattern)].map(([, ...found]) => found);
}
