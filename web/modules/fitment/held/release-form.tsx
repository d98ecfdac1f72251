import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { applicationCalls, type HeldApplication } from "#contract/applications.ts";
import { call } from "#web/app/call.ts";
import { Field, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Props = { held: HeldApplication; onClose: () => void };

export function ReleaseForm({ held: { _id: id, version, part }, onClose }: Props) {
  const client = useQueryClient();
  const [because, setBecause] = useState("");
  const { run, isBusy, failure, errors } = useAction();

  async function release(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      await call(applicationCalls.release, { params: { id }, body: { version, because } });
      showToast(`${part.number} is offered as fitting again`);
      onClose();
    });
    await client.invalidateQueries({ queryKey: ["vehicles"] });
  }

  return (
    <form noValidate className="grid max-w-xl gap-3" onSubmit={release}>
      <Field
        label="Why does it count again?"
        hint="It stands in the audit log."
        autoComplete="off"
        maxLength={200}
        value={because}
        error={errors.because ?? failure}
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
