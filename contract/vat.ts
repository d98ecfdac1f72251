import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { countryCode, requiredText, vatId } from "./fields.ts";

/** `waiting`: not checked yet. Only `valid` takes the tax off. */
export const vatState = z.enum(["waiting", "valid", "invalid"]);
export type VatState = z.output<typeof vatState>;

const holder = z.strictObject({
  vatId: vatId.check(z.minLength(1, "VAT number is Required")),
  country: countryCode,
  name: requiredText(200, "Name is Required"),
});

export const vatCalls = {
  confirm: {
    method: "POST",
    path: "/vat-numbers/confirmation",
    summary:
      "Confirms by hand that a VAT number is that of this name in this country. Orders that are placed from then on are without tax where reverse charge is set. POST /undo/:auditId takes it back.",
    who: "admin",
    area: "people",
    confirm: "admins",
    body: holder,
    reply: z.object({ _id: z.string(), state: vatState }),
    refusals: ["invalid"],
  },
} as const satisfies Calls;
