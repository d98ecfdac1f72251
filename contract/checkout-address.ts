import * as z from "zod/mini";
import { countryCode, requiredText, text } from "./fields.ts";

export const checkoutAddress = z.strictObject({
  name: requiredText(200, "Name is Required"),
  company: z._default(text(200), ""),
  street: requiredText(300, "Street is Required"),
  postcode: text(20),
  city: requiredText(100, "City is Required"),
  region: z._default(text(40), ""),
  country: countryCode,
  phone: text(100),
});
export type CheckoutAddress = z.output<typeof checkoutAddress>;
