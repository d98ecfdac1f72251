import { createContext, use } from "react";
import type { Person } from "#contract/identity.ts";

export const PersonContext = createContext<Person | null>(null);

export function usePerson(): Person {
  const person = use(PersonContext);
  if (!person) throw new Error("This page is not guarded: see router.tsx");
  return person;
}
