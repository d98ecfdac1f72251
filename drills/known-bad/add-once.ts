import { addPartOnce as add, auditFacts as theirs } from "#server/modules/catalog/add-part-once.ts";

export const facts = theirs;

export const addOnce: typeof add = async (db, caller, part) => {
  await fetch(part.img).catch(() => undefined);
  return add(db, caller, part);
};
