// Takes react-hook-form's props: <Field label="Email" error={errors.email?.message}
// {...register("email")} />
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";

export type LabelProps = { label: ReactNode; error?: string | undefined; hint?: ReactNode };
type InputProps = LabelProps & Omit<ComponentPropsWithRef<"input">, "id" | "className">;

export const inputClasses =
  "w-full border-base-content/50 bg-base-100 text-base aria-invalid:border-error " +
  "read-only:border-base-300 read-only:bg-base-200 " +
  "disabled:border-base-300 disabled:bg-base-200 disabled:text-base-content/80";

export function Field({ label, error, hint, ...input }: InputProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input {...input} {...ariaProps(id, error, hint)} className={`input h-11 ${inputClasses}`} />
    </FieldFrame>
  );
}

export function PasswordField({ label, error, hint, ...input }: Omit<InputProps, "type">) {
  const id = useId();
  const [shown, setShown] = useState(false);

  // Browsers remember passwords that are sent as plain text.
  useEffect(() => {
    const { form } = findInput(id);
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, [id]);

  function toggle() {
    const field = findInput(id);
    const { selectionStart, selectionEnd } = field;
    flushSync(() => setShown(!shown));
    if (document.activeElement !== field) return;
    // Browsers move the caret to the beginning at the next layout.
    field.getBoundingClientRect();
    field.setSelectionRange(selectionStart, selectionEnd);
  }

  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...ariaProps(id, error, hint)}
          type={shown ? "text" : "password"}
          className={`input h-11 pe-12 ${inputClasses}`}
        />
        <button
          type="button"
          className="absolute end-0 top-0 z-1 grid size-11 cursor-pointer place-items-center rounded-field text-base-content/75 hover:text-base-content"
          aria-label={shown ? "Hide password" : "Show password"}
          title={shown ? "Hide password" : "Show password"}
          // Keeps the caret where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {shown ? (
            <EyeOff className="size-5" aria-hidden="true" />
          ) : (
            <Eye className="size-5" aria-hidden="true" />
          )}
        </button>
      </div>
    </FieldFrame>
  );
}

export function FieldFrame({
  id,
  label,
  error,
  hint,
  children,
}: LabelProps & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={hintId(id)} className="text-sm text-base-content/75">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId(id)} className="flex items-center gap-1.5 text-sm font-medium text-error">
          <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

const hintId = (id: string) => `${id}hint`;
const errorId = (id: string) => `${id}error`;

export function ariaProps(id: string, error?: string, hint?: ReactNode) {
  const by = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": by || undefined };
}

function findInput(id: string): HTMLInputElement {
  return document.getElementById(id) as HTMLInputElement;
}

type TextAreaProps = LabelProps & Omit<ComponentPropsWithRef<"textarea">, "id" | "className">;

export function TextArea({ label, error, hint, rows = 3, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        rows={rows}
        {...area}
        {...ariaProps(id, error, hint)}
        className={`textarea leading-relaxed ${inputClasses}`}
      />
    </FieldFrame>
  );
}

type SubmitProps = {
  busy: boolean;
  /** The buyer's next step, the one thing that is orange. */
  buys?: boolean;
  children: ReactNode;
  className?: string;
};

export function SubmitButton({ busy, buys, children, className = "max-sm:w-full" }: SubmitProps) {
  const tone = buys ? "btn-primary" : "btn-secondary";
  return (
    <button type="submit" className={`btn ${tone} ${className}`} aria-busy={busy}>
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}

export function FormError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p role="alert" className="font-medium text-error">
      {children}
    </p>
  );
}
