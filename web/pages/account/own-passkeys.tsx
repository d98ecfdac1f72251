import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { type PasskeyEntry, passkeyCalls } from "#contract/passkeys.ts";
import { call } from "#web/app/call.ts";
import { DateTime } from "#web/app/format.tsx";
import { createPasskey, explainPasskeyError } from "#web/modules/identity/passkeys.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { browserName, findUnusedName } from "./browser-name.ts";
import { ownPasskeys } from "./own-sign-ins-queries.ts";

export function OwnPasskeys() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: passkeys, error, refetch } = useQuery(ownPasskeys());
  return (
    <section aria-labelledby="passkeys" className="mb-10">
      <h3 ref={heading} id="passkeys" tabIndex={-1} className="mb-1 text-lg font-bold outline-none">
        Passkeys
      </h3>
      <p className="mb-4 max-w-xl leading-relaxed text-base-content/80">
        A passkey signs you in by fingerprint, face or screen lock, without the password. It stays
        on your device or in your password manager.
      </p>
      {!passkeys && !error && <InlineLoading />}
      {!passkeys && error && (
        <LoadFailed title="Your passkeys could not be fetched" error={error} retry={refetch} />
      )}
      {passkeys && passkeys.length > 0 && (
        <ul
          aria-labelledby="passkeys"
          className="mb-5 divide-y divide-base-300 border-y border-base-300"
        >
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} heading={heading} />
          ))}
        </ul>
      )}
      <AddPasskey names={passkeys?.map(({ name }) => name) ?? []} />
    </section>
  );
}

type RowProps = { passkey: PasskeyEntry; heading: RefObject<HTMLElement | null> };

function PasskeyRow({ passkey, heading }: RowProps) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { _id: id, name, addedAt, lastUsedAt } = passkey;
  const removing = useMutation({
    mutationFn: () => call(passkeyCalls.remove, { params: { id } }),
    onSuccess: () => showToast(`The passkey “${name}” is removed.`),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries(ownPasskeys()),
  });
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 py-4 sm:grid-cols-[auto_1fr_auto]">
      <KeyRound className="size-6 shrink-0 text-base-content/75" aria-hidden="true" />
      <div>
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-base-content/75">
          added <DateTime time={addedAt} /> ·{" "}
          {lastUsedAt ? (
            <>
              last used <DateTime time={lastUsedAt} />
            </>
          ) : (
            "not used yet"
          )}
        </p>
      </div>
      <button
        type="button"
        className="btn btn-outline btn-sm col-start-2 h-10 justify-self-start sm:col-start-3"
        aria-label={`Remove the passkey ${name}`}
        onClick={() => setConfirming(true)}
      >
        Remove
      </button>
      {isConfirming && (
        <ConfirmDialog
          title="Remove this passkey?"
          confirm="Remove"
          onConfirm={() => removing.mutateAsync()}
          onClose={() => setConfirming(false)}
          focusAfter={heading}
        >
          <p>
            “{name}” will not sign you in any more. You may want to delete it on your device, too.
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function AddPasskey({ names }: { names: readonly string[] }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: { name: findUnusedName(browserName(navigator.userAgent), names) },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;
  const adding = useMutation({
    mutationFn: ({ name }: { name: string }) => createPasskey(name),
    onSuccess: async ({ name }) => {
      showToast(`The passkey “${name}” is added. You can sign in with it now.`);
      reset();
      await client.invalidateQueries(ownPasskeys());
    },
    onError: (error) => setError("root", { message: explainPasskeyError(error) }),
  });
  return (
    <form
      noValidate
      className="grid max-w-md gap-5"
      onSubmit={handleSubmit((inputs) => {
        if (!adding.isPending) adding.mutate(inputs);
      })}
    >
      <Field
        label="Name of the passkey"
        hint="By which you will recognise it, such as the device."
        maxLength={100}
        autoComplete="off"
        error={errors.name?.message}
        {...register("name", {
          validate: (name) => name.trim() !== "" || "Name is Required",
        })}
      />
      <FormError>{errors.root?.message}</FormError>
      <div>
        <SubmitButton busy={adding.isPending}>Add a passkey</SubmitButton>
      </div>
    </form>
  );
}
