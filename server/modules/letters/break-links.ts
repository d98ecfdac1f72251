/**
 * Mail programs make links of whatever looks like an address. A space behind each dot and colon
 * stops them, and names stay readable.
 */
export function breakLinks(text: string): string {
  return text.replace(/[.。．｡:：](?=[^\s.。．｡:：])/g, "$& ");
}
