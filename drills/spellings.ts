// Finds a secret however it may have been written down.

/** A token is text, and that text is 32 bytes. */
export function spellingsOf(token: string): Record<string, Buffer> {
  const bytes = Buffer.from(token, "base64url");
  const text = Buffer.from(token);
  return {
    "as it is": text,
    "as its bytes": bytes,
    "its bytes in hex": Buffer.from(bytes.toString("hex")),
    "its bytes in capital hex": Buffer.from(bytes.toString("hex").toUpperCase()),
    "its bytes in base64": Buffer.from(bytes.toString("base64")),
    "its text in hex": Buffer.from(text.toString("hex")),
    "its text in base64": Buffer.from(text.toString("base64").replace(/=+$/, "")),
    "in wide letters": Buffer.from(token, "utf16le"),
  };
}

/** The spellings of the tokens that stand in a text or a file. */
export function spelledIn(where: Buffer, tokens: readonly string[]): string[] {
  return tokens.flatMap((token) =>
    Object.entries(spellingsOf(token)).flatMap(([name, spelling]) =>
      where.includes(spelling) ? [name] : [],
    ),
  );
}
