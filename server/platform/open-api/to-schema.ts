import * as z from "zod/mini";

export type Json = Record<string, unknown>;
export type Operation = Json & { operationId: string; summary: string; tags: string[] };

export const json = (schema: Json) => ({ "application/json": { schema } });

export function toSchema(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
