import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { secondStepCalls } from "#contract/second-step.ts";
import { call } from "#web/app/call.ts";
import { emailRules } from "#web/modules/identity/field-rules.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";

export function ResetSecondStep() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [email, setEmail] = useState<string>();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { email: "" },
  });
  const { errors } = formState;

  async function resetSecondStep(ofEmail: string) {
    try {
      await call(secondStepCalls.reset, { body: { email: ofEmail } });
      reset();
      showToast(`The second step of ${ofEmail} is reset.`);
    } catch (error) {
      setError("root", { message: (error as Error).message });
      throw error;
    }
  }
  return (
    <section aria-labelledby="lost-second-step" className="mt-10">
      <h3
        ref={heading}
        id="lost-second-step"
        tabIndex={-1}
        className="mb-1 text-lg font-bold outline-none"
      >
        Lost second step
      </h3>
      <p className="mb-4 max-w-xl leading-relaxed text-base-content/80">
        For somebody who lost their phone and their recovery codes. Make sure by another way than
        e-mail that it is really them.
      </p>
      <form
        noValidate
        className="grid max-w-md gap-4"
        onSubmit={handleSubmit((inputs) => setEmail(inputs.email.trim().toLowerCase()))}
      >
        <Field
          label="Their e-mail"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register("email", emailRules)}
        />
        <FormError>{errors.root?.message}</FormError>
        <div>
          <button type="submit" className="btn btn-outline">
            Reset their second step
          </button>
        </div>
      </form>
      {email && (
        <ConfirmDialog
          title="Reset the second step?"
          confirm="Reset"
          onConfirm={() => resetSecondStep(email)}
          onClose={() => setEmail(undefined)}
          focusAfter={heading}
        >
          <p>
            {email} is signed out everywhere, and signs in with the password alone until they set a
            second step up again. Passkeys are removed, too.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
