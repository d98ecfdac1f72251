import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { passkeyCalls, type RequestOptions } from "#contract/passkeys.ts";
import { call } from "#web/app/call.ts";
import { Field, FormError, PasswordField, SubmitButton } from "#web/ui/field.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { answerWithPasskey, explainPasskeyError } from "./passkeys.ts";
import { usePerson } from "./person.ts";

type Props = { onEnd: (isConfirmed: boolean) => void };

export function ConfirmIdentity({ onEnd }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="m-auto w-[calc(100%-2rem)] max-w-md border border-base-300 bg-base-100 text-base-content backdrop:bg-neutral/60"
      onCancel={(event) => {
        event.preventDefault();
        onEnd(false);
      }}
    >
      <div className="grid gap-4 p-6">
        <h2 id={id} className="text-xl font-extrabold">
          Please confirm that it is you
        </h2>
        <Ways onEnd={onEnd} />
        <button type="button" className="btn btn-outline" onClick={() => onEnd(false)}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}

function Ways({ onEnd }: Props) {
  const { data, error } = useQuery({
    queryKey: ["confirm"],
    queryFn: () => call(passkeyCalls.beginConfirm, {}),
    // A challenge is good once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <FormError>{error.message}</FormError>;
  if (!data) return <InlineLoading />;
  return (
    <>
      {data.password && <ByPassword onEnd={onEnd} />}
      {data.app && <ByCode onEnd={onEnd} />}
      {data.passkey && <ByPasskey options={data.passkey} onEnd={onEnd} />}
      {!data.password && !data.app && !data.passkey && <BySignIn onEnd={onEnd} />}
    </>
  );
}

function ByPassword({ onEnd }: Props) {
  const { email } = usePerson();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { password: "" },
  });
  useEffect(() => setFocus("password"), [setFocus]);
  const confirm = handleSubmit(async (body) => {
    await call(passkeyCalls.confirm, { body }).then(
      () => onEnd(true),
      (error) => setError("password", { message: error.message }, { shouldFocus: true }),
    );
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={confirm}>
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password", { required: "Password is Required" })}
      />
      <SubmitButton busy={formState.isSubmitting} className="btn-block">
        Confirm
      </SubmitButton>
    </form>
  );
}

function ByCode({ onEnd }: Props) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { code: "" },
  });
  useEffect(() => setFocus("code"), [setFocus]);
  const confirm = handleSubmit(async (body) => {
    await call(passkeyCalls.confirm, { body }).then(
      () => onEnd(true),
      (error) => setError("code", { message: error.message }, { shouldFocus: true }),
    );
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={confirm}>
      <Field
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        error={formState.errors.code?.message}
        {...register("code", { required: "Code is Required" })}
      />
      <SubmitButton busy={formState.isSubmitting} className="btn-block">
        Confirm
      </SubmitButton>
    </form>
  );
}

function ByPasskey({ options, onEnd }: Props & { options: RequestOptions }) {
  const [asked, setAsked] = useState(options);
  const { run, isBusy, failure } = useAction();

  async function confirm() {
    try {
      await call(passkeyCalls.confirm, { body: { passkey: await answerWithPasskey(asked) } });
      onEnd(true);
    } catch (error) {
      const next = await call(passkeyCalls.beginConfirm, {}).catch(() => undefined);
      if (next?.passkey) setAsked(next.passkey);
      throw new Error(explainPasskeyError(error));
    }
  }
  return (
    <>
      <FormError>{failure}</FormError>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={isBusy}
        onClick={() => run(confirm)}
      >
        Confirm with a passkey
      </button>
    </>
  );
}

function BySignIn({ onEnd }: Props) {
  const { run, failure } = useAction();
  return (
    <>
      <p className="leading-relaxed">
        Your account has no password. If you signed in with Google within the last 15 minutes, you
        can go on.
      </p>
      <FormError>{failure}</FormError>
      <button
        type="button"
        className="btn btn-secondary"
        onClick={() => run(() => call(passkeyCalls.confirm, { body: {} }).then(() => onEnd(true)))}
      >
        Go on
      </button>
    </>
  );
}
