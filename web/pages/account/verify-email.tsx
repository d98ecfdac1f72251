import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { identityCalls } from "#contract/identity.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { Field, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";

/** For people who read the letter on another device. */
export function VerifyEmail() {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  function showProblem(message: string) {
    setProblem(message);
    field.current?.focus();
  }

  const verifying = useMutation({
    mutationFn: (code: string) => call(identityCalls.verifyEmailCode, { body: { code } }),
    onSuccess: ({ user }) => {
      showToast("Your e-mail is verified. Thank you.");
      setSignedIn(user);
    },
    onError: (error) => {
      const wrong = error instanceof CallRefused ? error.fields.code : undefined;
      showProblem(wrong ?? error.message);
    },
  });
  const resending = useMutation({
    mutationFn: () => call(identityCalls.resendVerification, {}),
    onSuccess: () => showToast("A new letter is on its way to you."),
    onError: (error) => showToast(error.message, "error"),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = field.current?.value.trim();
    if (!code) showProblem("Code is Required");
    else if (!verifying.isPending) {
      setProblem(undefined);
      verifying.mutate(code);
    }
  }

  return (
    <section
      aria-labelledby="verify-email"
      className="mb-8 border border-s-4 border-base-300 border-s-base-content/40 bg-base-200 p-5 sm:p-6"
    >
      <h3 id="verify-email" className="text-lg font-bold">
        Please verify your e-mail
      </h3>
      <p className="mt-1 leading-relaxed">
        We sent you a letter. Open its link, or type its code here.
      </p>
      <form noValidate className="mt-4 grid max-w-md gap-4" onSubmit={submit}>
        <Field
          ref={field}
          label="Code from the letter"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={problem}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton busy={verifying.isPending}>Verify</SubmitButton>
          <button
            type="button"
            className="link py-2 font-medium"
            aria-busy={resending.isPending}
            onClick={() => {
              if (!resending.isPending) resending.mutate();
            }}
          >
            Send the letter again
          </button>
        </div>
      </form>
    </section>
  );
}
