// The calls that take an idempotency key.
import * as z from "zod/mini";
import type { Call } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { requestKey } from "#contract/fields.ts";
import { shapeOf } from "./samples.ts";

export type KeyedCall = { call: Call; field: string };

export const keyedCalls: KeyedCall[] = Object.values(calls)
  .flatMap((domain) => Object.values(domain) as Call[])
  .flatMap((call) => {
    const fields = call.body ? Object.entries(shapeOf(call.body)) : [];
    const [field] = fields.find(([, schema]) => isKey(schema)) ?? [];
    return field === undefined ? [] : [{ call, field }];
  });

function isKey(schema: unknown): boolean {
  return (
    schema === requestKey ||
    (schema instanceof z.ZodMiniOptional && isKey(schema._zod.def.innerType))
  );
}
