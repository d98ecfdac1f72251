import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { applicationCalls, type HeldApplication } from "#contract/applications.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { Field, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Props = { held: HeldApplication; onClose: () => void };

export function ReleaseForm({ held: { _id: id, version, part }, onClose }: Props) {
  const client = useQueryClient();
  const [because, setBecause] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function release(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await call(applicationCalls.release, { params: { id }, body: { version, because } });
      showToast(`${part.number} is offered as fitting again`);
      onClose();
    } catch (refused) {
      const fields = refused instanceof CallRefused ? refused.fields : {};
      setError(fields.because ?? (refused as Error).message);
    }
    await client.invalidateQueries({ queryKey: ["vehicles"] });
    setBusy(false);
  }

  return (
    <form noValidate className="grid max-w-xl gap-3" onSubmit={release}>
      <Field
        label="Why does it count again?"
        hint="It stands in the audit log."
        autoComplete="off"
        maxLength={200}
        value={because}
        error={error}
        onChange={({ target }) => setBecause(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={isBusy}>Release it</SubmitButton>
        <button type="button" className="btn btn-outline" onClick={onClose}>
          Leave it held
        </button>
      </div>
    </form>
  );
}
