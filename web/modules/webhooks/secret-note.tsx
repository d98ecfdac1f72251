export function SecretNote({ name, secret }: { name: string; secret: string }) {
  return (
    <div className="mb-6 border border-s-4 border-base-300 border-s-base-content/40 p-4">
      <p className="font-semibold">The secret of {name}. It is shown only this once:</p>
      <p className="mt-2 font-mono text-sm wrap-anywhere select-all">{secret}</p>
      <p className="mt-2 text-sm text-base-content/80">
        The receiver checks each message with it, by any library for Standard Webhooks. Keep it like
        a password.
      </p>
    </div>
  );
}
