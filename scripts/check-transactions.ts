// Inside a transaction nothing is awaited but that transaction: whatever else it waited for would
// hold its locks meanwhile, or run outside of it. The same holds for functions that may be given one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync, Visitor } from "vite";
import { listSources } from "./read-imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const places = ["server", "seed", "scripts"];
/** COPY needs the connection itself; it is the one on which the transaction runs. */
const onItsConnection = new Set(["importTable", "exportTable"]);

type Work = { name: string; body: ESTree.Node };
type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression;

/** What else is awaited in the transactions of a file, each as a sentence. */
export function foreignWaits(file: string, source: string): string[] {
  const found: string[] = [];
  for (const { name, body } of worksIn(parseSync(file, source).program)) {
    const names = namesOf(body, name);
    const check = (node: ESTree.Node) => {
      if (isOf(node, names)) return;
      const line = source.slice(0, node.start).split("\n").length;
      const text = source.slice(node.start, node.end).replace(/\s+/g, " ").slice(0, 80);
      found.push(`${file}:${line} awaits something else than the transaction "${name}": ${text}`);
    };
    if (body.type === "CallExpression") check(body);
    visit(body, {
      AwaitExpression: ({ argument }) => check(argument),
      ForOfStatement: (loop) => loop.await && check(loop.right),
      // Of another transaction, or of none.
      MemberExpression: (node) => isNamed(node.property, "db") && check(node),
    });
  }
  return found;
}

/** Functions that are given to a transaction, and those with a parameter of type `Queries`. */
function worksIn(program: ESTree.Program): Work[] {
  const works: Work[] = [];
  const add = ({ params, body }: AnyFunction, isTransaction: boolean) => {
    const given = params.find((each) => isTransaction || isQueries(each));
    if (given?.type === "Identifier" && body) works.push({ name: given.name, body });
  };
  const look = (each: AnyFunction) => add(each, false);
  visit(program, {
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
    CallExpression({ callee, arguments: given }) {
      const begins =
        (callee.type === "MemberExpression" && isNamed(callee.property, "transaction")) ||
        isNamed(callee, "inTransaction") ||
        isNamed(callee, "lockThenWrite");
      if (!begins) return;
      for (const work of given)
        if (work.type === "ArrowFunctionExpression" || work.type === "FunctionExpression")
          add(work, true);
    },
  });
  return works;
}

function isQueries(parameter: ESTree.ParamPattern): boolean {
  if (parameter.type !== "Identifier") return false;
  const type = parameter.typeAnnotation?.typeAnnotation;
  return type?.type === "TSTypeReference" && isNamed(type.typeName, "Queries");
}

/** The transaction's, and those of what is built on it before it is sent. */
function namesOf(body: ESTree.Node, name: string): Set<string> {
  const names = new Set([name]);
  visit(body, {
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init && isOf(init, names)) names.add(id.name);
    },
  });
  return names;
}

/** A call on the transaction, or one that is given it; in a pipeline, each of them is. */
function isOf(node: ESTree.Node, names: Set<string>): boolean {
  switch (node.type) {
    case "Identifier":
      return names.has(node.name);
    case "ParenthesizedExpression":
      return isOf(node.expression, names);
    case "MemberExpression":
      return isOf(node.object, names);
    case "SpreadElement":
      return isOf(node.argument, names);
    case "ArrayExpression":
      return node.elements.every((each) => each !== null && isOf(each, names));
    case "ConditionalExpression":
      return isOf(node.consequent, names) && isOf(node.alternate, names);
    case "CallExpression": {
      const { callee, arguments: given } = node;
      if (isNamed(callee, "pipeline")) return given.every((each) => isOf(each, names));
      if (callee.type === "Identifier" && onItsConnection.has(callee.name)) return true;
      return isOf(callee, names) || given.some((each) => carries(each, names));
    }
    default:
      return false;
  }
}

/** The transaction itself, or an object with it. */
function carries(given: ESTree.Node, names: Set<string>): boolean {
  if (given.type === "Identifier") return names.has(given.name);
  if (given.type !== "ObjectExpression") return false;
  return given.properties.some((each) => each.type === "Property" && carries(each.value, names));
}

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

function visit(node: ESTree.Node, visitor: ConstructorParameters<typeof Visitor>[0]): void {
  const { start, end } = node;
  const program = node.type === "Program" ? node : { type: "Program", start, end, body: [node] };
  new Visitor(visitor).visit(program as ESTree.Program);
}

if (import.meta.main) {
  const files = listSources(places).filter((file) => !/\.test\.ts$/.test(file));
  const found = files.flatMap((file) => foreignWaits(file, readFileSync(join(root, file), "utf8")));
  for (const line of found) console.error(line);
  process.exit(found.length > 0 ? 1 : 0);
}
