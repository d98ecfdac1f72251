import { type AdminRole, adminRoles } from "../fields.ts";

/** `people`: roles, data of people, keys, how they sign in. `sessions`: ends what is signed in. */
export type Area = "catalogue" | "orders" | "support" | "shop" | "people" | "sessions";
/** "some": whoever may change anything; the handler decides what. */
export type CallArea = Area | "some";

const areasOf: Record<AdminRole, readonly Area[]> = {
  owner: ["catalogue", "orders", "support", "shop", "people", "sessions"],
  catalogue: ["catalogue"],
  orders: ["orders"],
  support: ["support", "sessions"],
  "read-only": [],
};

export const roleNames: Record<AdminRole, string> = {
  owner: "Owner",
  catalogue: "Catalogue",
  orders: "Orders",
  support: "Support",
  "read-only": "Read-only",
};

export const roleMeanings: Record<AdminRole, string> = {
  owner: "Everything, people and settings included",
  catalogue: "Products, prices, stock, part types and imports",
  orders: "Orders, refunds and the books",
  support: "Reviews, and signing people out",
  "read-only": "Sees everything, changes nothing",
};

export function worksOn(role: AdminRole | undefined, area: Area): boolean {
  return role !== undefined && areasOf[role].includes(area);
}

/** A key gives nobody rights that outlive it: what is in no area of these needs a person. */
export const keyAreas: readonly Area[] = ["catalogue", "orders", "support", "shop"];

export const keyWorksOn = (area: Area): boolean => keyAreas.includes(area);

type Route = { method: string; area?: CallArea | undefined };

/** Admins read everything. What states no area is changed by owners only. */
export function mayCall(role: AdminRole | undefined, { method, area }: Route): boolean {
  if (role === undefined) return false;
  if (area === undefined && (method === "GET" || method === "HEAD")) return true;
  if (area === "some") return areasOf[role].length > 0;
  return worksOn(role, area ?? "shop");
}

/** Of a key, besides its role. Without a stated area it only reads. */
export function keyMayCall({ method, area }: Route): boolean {
  if (area === undefined) return method === "GET" || method === "HEAD";
  return area === "some" || keyWorksOn(area);
}

export const rolesFor = (route: Route): AdminRole[] =>
  adminRoles.filter((role) => mayCall(role, route));
