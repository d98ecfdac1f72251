import * as z from "zod/mini";
import { text } from "./fields.ts";
import { vatFormatProblem } from "./rules/vat-id.ts";

/** With the letters of its country, without spaces; empty: none. */
export const vatId = text(20).check(
  z.refine((value) => value === "" || vatFormatProblem(value) === undefined, {
    error: ({ input }) => vatFormatProblem(`${input}`) ?? "Must be a VAT number",
  }),
);
