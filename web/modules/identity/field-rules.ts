import type * as z from "zod/mini";
import { email, password, requiredText } from "#contract/fields.ts";

export const nameRules = { validate: toRule(requiredText(200, "Name is Required")) };
export const passwordRules = { validate: toRule(password) };
export const emailRules = { validate: toRule(email) };

function toRule(schema: z.ZodMiniType<string, string>) {
  return (value = ""): true | string => {
    const read = schema.safeParse(value);
    return read.success || (read.error.issues[0]?.message ?? "Is not right");
  };
}
