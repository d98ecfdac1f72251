import { type AdminRole, adminRoles } from "../fields.ts";

export type Area = "catalogue" | "orders" | "support" | "shop";
/** "some": whoever may change anything; the handler decides what. */
export type CallArea = Area | "some";

const areasOf: Record<AdminRole, readonly Area[]> = {
  owner: ["catalogue", "orders", "support", "shop"],
  catalogue: ["catalogue"],
  orders: ["orders"],
  support: ["support"],
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

type Route = { method: string; area?: CallArea | undefined };

/** Admins read everything. What states no area is changed by owners only. */
export function mayCall(role: AdminRole | undefined, { method, area }: Route): boolean {
  if (role === undefined) return false;
  if (area === undefined && (method === "GET" || method === "HEAD")) return true;
  if (area === "some") return areasOf[role].length > 0;
  return worksOn(role, area ?? "shop");
}

export const rolesFor = (route: Route): AdminRole[] =>
  adminRoles.filter((role) => mayCall(role, route));
