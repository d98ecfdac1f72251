// The places of a source where a small fault can be planted, such as a bound that is one off.
import { type ESTree, parseSync, Visitor } from "vite";

/** Where `text` stands and what a careless edit would make of it. */
export type Fault = { file: string; start: number; text: string; replacement: string };

const operators: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
};

const methods: Record<string, string> = {
  min: "max",
  max: "min",
  some: "every",
  every: "some",
  floor: "ceil",
  ceil: "floor",
};

const sqlWords: Record<string, string> = {
  " < ": " <= ",
  " <= ": " < ",
  " > ": " >= ",
  " >= ": " > ",
  " = ": " <> ",
  " <> ": " = ",
  " and ": " or ",
  " or ": " and ",
  " desc": " asc",
  "is null": "is not null",
  "is not null": "is null",
};

const sqlWord = / <= | >= | <> | < | > | = | and | or | desc\b|\bis not null\b|\bis null\b/g;

export function listFaults(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const add = (start: number, text: string, replacement: string | undefined) => {
    if (replacement !== undefined) faults.push({ file, start, text, replacement });
  };
  const replaceOperator = (left: ESTree.Node, right: ESTree.Node, operator: string) => {
    const start = source.indexOf(operator, left.end);
    // Adding texts is no sum: the fault would not compile or say nothing.
    const isText = operator === "+" && /["'`]/.test(source.slice(left.start, right.end));
    if (start >= 0 && start < right.start && !isText) add(start, operator, operators[operator]);
  };
  new Visitor({
    BinaryExpression: ({ left, right, operator }) => replaceOperator(left, right, operator),
    LogicalExpression: ({ left, right, operator }) => replaceOperator(left, right, operator),
    Literal({ value, start, end }) {
      const text = source.slice(start, end);
      if (typeof value === "boolean") add(start, text, `${!value}`);
      if (typeof value === "number") add(start, text, `(${text} + 1)`);
    },
    MemberExpression({ property, computed }) {
      if (!computed && property.type === "Identifier")
        add(property.start, property.name, ownValue(methods, property.name));
    },
    UnaryExpression({ operator, start }) {
      if (operator === "!") add(start, "!", "");
    },
    ConditionalExpression({ test }) {
      const text = source.slice(test.start, test.end);
      add(test.start, text, `!(${text})`);
    },
    IfStatement({ test, consequent, alternate }) {
      const isGuard = !alternate && /^\{?\s*(return|throw|continue)\b/.test(textOf(consequent));
      if (isGuard) add(test.start, textOf(test), `false && (${textOf(test)})`);
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      for (const part of quasi.quasis)
        for (const match of textOf(part).matchAll(sqlWord))
          add(part.start + match.index, match[0], sqlWords[match[0]]);
    },
  }).visit(parseSync(file, source).program);
  return faults;

  function textOf({ start, end }: ESTree.Node): string {
    return source.slice(start, end);
  }
}

export function plantFault(source: string, { start, text, replacement }: Fault): string {
  return source.slice(0, start) + replacement + source.slice(start + text.length);
}

const ownValue = (known: Record<string, string>, name: string) =>
  Object.hasOwn(known, name) ? known[name] : undefined;
