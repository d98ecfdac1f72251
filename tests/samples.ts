// Values for the input of any call, made from its schemas: a new call needs no sample of its own.
import * as z from "zod/mini";
import type { Call } from "#contract/call.ts";

/** Tried in this order for a field that nothing is known of. */
const usual: unknown[] = [
  "Sample",
  "",
  1,
  5,
  true,
  crypto.randomUUID(),
  "sample@example.com",
  [],
  "DE",
  "UTC",
  "2026-01-31",
  "corvane/arden",
  "https://localhost:9/hook",
  2014,
  "DE123456789",
];

/**
 * A body that the call's schema accepts. A field has the value given under its name; other fields
 * that may be missing are left out.
 */
export function validBody(
  { body, method, path }: Pick<Call, "body" | "method" | "path">,
  values: Record<string, unknown> = {},
): Record<string, unknown> | undefined {
  if (!body) return undefined;
  const sample = sampleOf(body, values);
  if (z.safeParse(body, sample).success) return sample;
  throw new Error(`No sample fits the body of ${method} ${path}: ${JSON.stringify(sample)}`);
}

function sampleOf(
  body: z.core.$ZodType,
  values: Record<string, unknown> = {},
): Record<string, unknown> {
  const fields = Object.entries(shapeOf(body)).map(([name, schema]) => {
    const given = name in values ? [values[name]] : [];
    const candidates = [...given, undefined, ...optionsOf(schema), ...usual];
    return [name, candidates.find((value) => z.safeParse(schema, value).success)];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function optionsOf(schema: z.ZodMiniType): unknown[] {
  if (schema instanceof z.ZodMiniNullable) return [null];
  if (schema instanceof z.ZodMiniEnum) return schema.options;
  if (schema instanceof z.ZodMiniLiteral) return schema._zod.def.values;
  if (schema instanceof z.ZodMiniObject) return [sampleOf(schema)];
  if (schema instanceof z.ZodMiniArray) {
    const { element } = schema._zod.def;
    const options = [...optionsOf(element as z.ZodMiniType), ...usual];
    return [[options.find((value) => z.safeParse(element, value).success)]];
  }
  return schema instanceof z.ZodMiniUnion
    ? schema._zod.def.options.map((each) => sampleOf(each))
    : [];
}

const wrong: unknown[] = [null, {}, [], "", "\0", "x".repeat(10_000), -1, 1.5, 1e15, true, "1"];

/** Bodies that differ from a valid one in one field, which the call's schema rejects. */
export function invalidBodies(call: Call): { field: string; body: Record<string, unknown> }[] {
  const valid = validBody(call);
  if (!call.body || !valid) return [];
  const fields = Object.entries(shapeOf(call.body)).flatMap(([field, schema]) =>
    wrong
      .filter((value) => !z.safeParse(schema, value).success)
      .map((value) => ({ field, body: { ...valid, [field]: value } })),
  );
  return [...fields, { field: "unknown", body: { ...valid, unknown: 1 } }];
}

export function shapeOf(body: z.core.$ZodType): Record<string, z.ZodMiniType> {
  // Of several kinds of bodies, the first one.
  const [first] = body instanceof z.ZodMiniDiscriminatedUnion ? body._zod.def.options : [];
  if (first) return shapeOf(first);
  return body instanceof z.ZodMiniObject ? (body.shape as Record<string, z.ZodMiniType>) : {};
}
