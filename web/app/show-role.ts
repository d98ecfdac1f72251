// It grants nothing: the server authorizes every call.
import { roleKey } from "#contract/pages/first-paint.ts";

export function showRole(role: "admin" | "customer" | undefined): void {
  const { dataset } = document.documentElement;
  if (role) dataset.role = role;
  else delete dataset.role;
  try {
    if (role) localStorage.setItem(roleKey, role);
    else localStorage.removeItem(roleKey);
  } catch {}
}
