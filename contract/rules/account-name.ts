type Named = { name: string; email: string };

/** Of an account that was opened by an e-mail alone. */
export function nameFromEmail(email: string): string {
  return email.split("@")[0] ?? email;
}

export function hasOwnName({ name, email }: Named): boolean {
  return name !== nameFromEmail(email);
}
