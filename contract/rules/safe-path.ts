/**
 * The path if it leads to a page of ours, else nothing. An address can be made to leave by many
 * tricks ("//elsewhere", a backslash, a tab), so whoever would follow it is asked where it leads.
 */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith("/")) return undefined;
  const own = "http://shop.invalid";
  if (!URL.canParse(path, own)) return undefined;
  const { origin, pathname, search } = new URL(path, own);
  // What is left must still lead to us when it is read a second time.
  return origin === own && !pathname.startsWith("//") ? pathname + search : undefined;
}
