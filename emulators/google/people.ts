export type GooglePerson = { sub: string; name: string; email: string };

export const people: readonly GooglePerson[] = [
  { sub: "100000000000000000001", name: "Grace Holm", email: "grace.holm@people.example" },
  { sub: "100000000000000000002", name: "Omar Haddad", email: "omar.haddad@people.example" },
  { sub: "100000000000000000003", name: "Mei Tanaka", email: "mei.tanaka@people.example" },
];

export function findPerson(sub: unknown): GooglePerson | undefined {
  return people.find((person) => person.sub === sub);
}
