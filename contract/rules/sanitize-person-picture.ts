// Which addresses may be a person's picture. Whatever stands there is loaded by everybody who sees
// the person, so it is never an address of their free choice.

/** One of the shop's own uploads, in one of its widths. */
const ownPicture = /^\/images\/[0-9a-f]{32}\/(?:320|640|960)\.webp$/;

/**
 * The address if it is an upload of the shop or begins with one of the hosts' addresses; else
 * nothing, for which the pages show initials.
 */
export function sanitizePersonPicture(img: string, hosts: readonly string[]): string {
  if (ownPicture.test(img)) return img;
  // As a browser reads it: what only looks like the host's address may lead elsewhere.
  const address = URL.parse(img)?.href;
  return address && hosts.some((host) => address.startsWith(withSlash(host))) ? address : "";
}

function withSlash(host: string): string {
  const { href } = new URL(host);
  return href.endsWith("/") ? href : `${href}/`;
}
