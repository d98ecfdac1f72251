import { listSorts } from "#contract/search.ts";

const slug = /^[a-z0-9-]{1,80}$/;
const anId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const aText = /^[^\0\p{Cs}]{1,80}$/u;

export const listQuery = {
  f: /^[a-z0-9-]+:[^\0\p{Cs}]{1,390}$/u,
  brand: aText,
  vehicle: /^\d{1,9}$/,
  stock: /^1$/,
  sort: new RegExp(`^(${listSorts.join("|")})$`),
  after: anId,
  view: /^grid$/,
  // The fields of a range, sent without script.
  span: /^[a-z0-9-]{1,80}$/,
  from: /^.{0,20}$/,
  to: /^.{0,20}$/,
};
export const searchQuery = { ...listQuery, list: /^1$/ };
export const typeParam = slug;
