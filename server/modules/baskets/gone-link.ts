import { refuse } from "#contract/refusals.ts";

export const goneLink = refuse(
  "gone",
  "This link has ended. Please ask who sent it for a new one.",
);
