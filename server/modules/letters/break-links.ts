/** Inserts a space after each dot and colon, so that mail programs do not make links of a text. */
export function breakLinks(text: string): string {
  return text.replace(/[.。．｡:：](?=[^\s.。．｡:：])/g, "$& ");
}
