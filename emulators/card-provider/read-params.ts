// Reads the parameters of a call and rejects unknown and wrong ones as Stripe does.
import { invalidRequest, missingParam } from "./errors.ts";
import type { Form } from "./parse-form.ts";

type Value = Form | string;

const kinds = {
  text: (value: Value, param: string): string => {
    if (typeof value === "string") return value;
    throw invalidRequest("Invalid string: {...}", { param });
  },
  integer: (value: Value, param: string): number => {
    if (typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
    const shown = typeof value === "string" ? value : "{...}";
    throw invalidRequest(`Invalid integer: ${shown}`, { code: "parameter_invalid_integer", param });
  },
  boolean: (value: Value, param: string): boolean => {
    if (value === "true" || value === "false") return value === "true";
    throw invalidRequest(`Invalid boolean: ${typeof value === "string" ? value : "{...}"}`, {
      param,
    });
  },
  table: (value: Value, param: string): Form => {
    if (typeof value === "object") return value;
    // Stripe empties a table by an empty text.
    if (value === "") return {};
    throw invalidRequest("Invalid object", { param });
  },
  /** `created[gte]=1`; the other comparisons are not emulated. */
  since: (value: Value, param: string): number => {
    if (typeof value === "string") throw unknownParam(param);
    for (const name of Object.keys(value))
      if (name !== "gte") throw unknownParam(`${param}[${name}]`);
    return kinds.integer(value.gte ?? "", `${param}[gte]`);
  },
  list: (value: Value, param: string): string[] => {
    if (typeof value === "object") {
      return Object.values(value).map((each) => kinds.text(each, param));
    }
    throw invalidRequest("Invalid array", { param });
  },
};

export type ParamTypes = Record<string, keyof typeof kinds>;
export type Params<Of extends ParamTypes> = {
  [Name in keyof Of]?: ReturnType<(typeof kinds)[Of[Name]]>;
};

export function readParams<Of extends ParamTypes>(form: Form, spec: Of): Params<Of> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    const kind = spec[name];
    if (!kind) throw unknownParam(name);
    read[name] = kinds[kind](value, name);
  }
  return read as Params<Of>;
}

function unknownParam(param: string) {
  return invalidRequest(`Received unknown parameter: ${param}`, {
    code: "parameter_unknown",
    param,
  });
}

export function requireParam<Value>(value: Value | undefined, param: string): Value {
  if (value === undefined || value === "") throw missingParam(param);
  return value;
}

export function readChoice<Choice extends string>(
  value: string | undefined,
  choices: readonly Choice[],
  param: string,
): Choice | null {
  if (value === undefined) return null;
  const choice = choices.find((each) => each === value);
  if (choice) return choice;
  throw invalidRequest(`Invalid ${param}: must be one of ${choices.join(", ")}`, { param });
}

export function readTypes(types: readonly string[] = []): void {
  for (const type of types) {
    if (type === "card") continue;
    const message = `The payment method type provided: ${type} is invalid. This emulator exists cards only.`;
    throw invalidRequest(message, { param: "payment_method_types" });
  }
}

export function readMetadata(form: Form = {}): Record<string, string> {
  const entries = Object.entries(form).filter(([, value]) => value !== "");
  if (entries.length > 50)
    throw invalidRequest("You can only specify up to 50 keys in metadata", {});
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const param = `metadata[${name}]`;
      const text = kinds.text(value, param);
      if (name.length > 40)
        throw invalidRequest("Metadata keys can be at most 40 characters", { param });
      if (text.length > 500) {
        throw invalidRequest("Metadata values can have up to 500 characters", { param });
      }
      return [name, text];
    }),
  );
}
