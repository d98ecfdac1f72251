import {
  type ComponentProps,
  type FormEventHandler,
  type ReactNode,
  useRef,
  useState,
} from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { markSignInPending } from "#web/app/access-token.ts";
import { CallRefused } from "#web/app/call.ts";
import { Field, PasswordField, SubmitButton } from "#web/ui/field.tsx";

type FormProps = {
  onSubmit: FormEventHandler;
  failure: string | undefined;
  busy: boolean;
  action: string;
  children: ReactNode;
};

export function AuthForm({ onSubmit, failure, busy, action, children }: FormProps) {
  return (
    // Sent without JavaScript, a form must not put the password into the address: method="dialog"
    // sends nothing.
    <form method="dialog" noValidate className="grid gap-5" onSubmit={onSubmit}>
      {children}
      {failure && <FormError>{failure}</FormError>}
      <SubmitButton busy={busy} className="btn-block h-12 text-base">
        {action}
      </SubmitButton>
      <noscript>
        <p className="text-sm">This form needs JavaScript, which is switched off here.</p>
      </noscript>
    </form>
  );
}

export function FormError({ children }: { children: string }) {
  return (
    <p
      role="alert"
      className="border-s-4 border-error bg-error/8 px-4 py-3 font-medium text-error wrap-anywhere"
    >
      Error: {children}
    </p>
  );
}

export function GoogleLink({ from }: { from: string | undefined }) {
  const query = from ? `?from=${encodeURIComponent(from)}` : "";
  return (
    <>
      <div className="divider my-5 text-sm text-base-content/75">or</div>
      <a
        href={`/api/identity/google${query}`}
        onClick={markSignInPending}
        className="btn btn-outline btn-block h-12 border-base-content/50 text-base font-medium hover:border-base-content hover:bg-base-200 hover:text-base-content"
      >
        <GoogleMark />
        continue with Google
      </a>
    </>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-5" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}

type FieldProps = Omit<ComponentProps<typeof PasswordField>, "label" | "aria-required">;

export const EmailField = (props: FieldProps) => (
  <Field label="Email" type="email" inputMode="email" aria-required {...props} />
);

export const CurrentPasswordField = (props: FieldProps) => (
  <PasswordField label="Password" autoComplete="current-password" aria-required {...props} />
);

export const NewPasswordField = ({ label, ...props }: FieldProps & { label: string }) => (
  <PasswordField
    label={label}
    hint="At least 6 characters"
    autoComplete="new-password"
    aria-required
    {...props}
  />
);

export function useSubmit<Inputs extends FieldValues>(
  { handleSubmit, setError, getValues }: UseFormReturn<Inputs>,
  send: (inputs: Inputs) => Promise<void>,
) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);

  function showError(error: Error) {
    setFailure(error.message);
    const known = Object.keys(getValues());
    const fields = error instanceof CallRefused ? Object.entries(error.fields) : [];
    for (const [name, message] of fields.filter(([name]) => known.includes(name)).reverse()) {
      setError(name as Path<Inputs>, { message }, { shouldFocus: true });
    }
  }

  const submit = handleSubmit(
    async (inputs) => {
      if (isSending.current) return;
      isSending.current = true;
      setFailure(undefined);
      setBusy(true);
      await send(inputs).catch(showError);
      isSending.current = false;
      setBusy(false);
    },
    () => setFailure(undefined),
  );
  return { submit, failure, busy };
}
