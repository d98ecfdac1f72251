import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

type Props = { title: string; hint?: string; error?: string | undefined; children: ReactNode };

export function FormSection({ title, hint, error, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-base-300 pt-5">
      <div className="grid gap-1">
        <h3 id={id} className="text-lg font-bold">
          {title}
        </h3>
        {hint && <p className="text-sm text-base-content/75">{hint}</p>}
        {error && (
          <p
            role="alert"
            className="flex items-center gap-1.5 text-sm font-medium text-error wrap-anywhere"
          >
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
