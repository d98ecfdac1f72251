import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { secondStepCalls } from "#contract/second-step.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";

type Props = { secret: string; address: string; onCodes: (codes: string[]) => void };

export function SetUpApp({ secret, address, onCodes }: Props) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { code: "" },
  });
  const { errors } = formState;
  useEffect(() => setFocus("code"), [setFocus]);
  const confirm = handleSubmit(async (body) => {
    await call(secondStepCalls.confirmApp, { body }).then(
      ({ recoveryCodes }) => onCodes(recoveryCodes),
      (error) => {
        const wrong = error instanceof CallRefused ? error.fields.code : undefined;
        if (wrong) setError("code", { message: wrong }, { shouldFocus: true });
        else setError("root", { message: error.message });
      },
    );
  });
  return (
    <div className="grid max-w-xl gap-4">
      <p className="leading-relaxed">
        1. Scan this with your authenticator app, or type the key into it.
      </p>
      <QrCode text={address} label="QR code for the authenticator app" />
      <p className="font-mono text-sm wrap-anywhere">{secret.replace(/.{4}(?=.)/g, "$& ")}</p>
      <p className="leading-relaxed">2. Type the code that the app shows.</p>
      <form noValidate className="grid max-w-md gap-4" onSubmit={confirm}>
        <Field
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register("code", { required: "Code is Required" })}
        />
        <FormError>{errors.root?.message}</FormError>
        <div>
          <SubmitButton busy={formState.isSubmitting}>Turn the second step on</SubmitButton>
        </div>
      </form>
    </div>
  );
}
