/** Inserts a space after each dot and colon, so that mail programs do not make links of a text. */
export function breakLinks(text: string): string {
  return text.replace(/[.。．｡:：](?=[^\s.。．｡:：])/g, "$& ");
}

/** A mailbox that is not proven gets no words of a customer. */
export const referenceFacts = (
  { isVerified }: { isVerified: boolean },
  { reference }: { reference: string },
): (readonly [string, string])[] =>
  isVerified && reference ? [["Your reference", breakLinks(reference)]] : [];
