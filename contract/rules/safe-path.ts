/**
 * The path if it leads to a page of the shop. URL parsing catches tricks such as "//elsewhere", a
 * backslash or a tab.
 */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith("/")) return undefined;
  const own = "http://shop.invalid";
  if (!URL.canParse(path, own)) return undefined;
  const { origin, pathname, search } = new URL(path, own);
  // The result must be safe when it is parsed again.
  return origin === own && !pathname.startsWith("//") ? pathname + search : undefined;
}
