type Named = { name: string; email: string };

export function nameFromEmail(email: string): string {
  return email.split("@")[0] ?? email;
}

export function hasOwnName({ name, email }: Named): boolean {
  return name !== nameFromEmail(email);
}
