import { refuse } from "#contract/refusals.ts";

/** The same for a missing order and someone else's, so that ids cannot be probed. */
export const noSuchOrder = refuse("not-found", "There is no such order.");

export const formerCompany = refuse(
  "conflict",
  "This order is on the account of a company that you have left. Please ask its people, or us.",
);

export const deadLink = refuse(
  "not-found",
  "This link is not valid any more. Sign in to see your orders, or use the link in our newest letter.",
);
