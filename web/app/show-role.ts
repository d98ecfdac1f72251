// What the signed-in person is, as far as this browser knows: an admin or a customer. It says which
// of the dashboard's menus shows, before the first paint (contract/pages/first-paint.ts) and ever after.
// It opens nothing: the server decides every call by itself.
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
