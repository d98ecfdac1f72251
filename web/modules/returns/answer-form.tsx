import { useState } from "react";
import type { Return } from "#contract/returns.ts";
import { CheckBox } from "#web/ui/choice.tsx";
import { FormError, TextArea } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { takeReturnStep } from "./calls.ts";
import { useStep } from "./use-step.ts";

/** Approved returns can still be refused, if the goods never come. */
export function AnswerForm({ shown }: { shown: Return }) {
  const { _id, version, state } = shown;
  const { errors, failure, isBusy, take } = useStep(shown);
  const [free, setFree] = useState(shown.free);
  const [because, setBecause] = useState("");
  const isNew = state === "requested";
  return (
    <FormSection
      title={isNew ? "Answer" : "Refuse it after all"}
      hint="The customer gets a letter, with your words if you refuse."
    >
      {isNew && (
        <div className="grid justify-items-start gap-3">
          <CheckBox label="We pay for the way back" checked={free} onChange={setFree} />
          <button
            type="button"
            className="btn btn-secondary"
            aria-busy={isBusy}
            onClick={() =>
              take("The return is approved", () =>
                takeReturnStep(_id, { step: "approve", version, free }),
              )
            }
          >
            Approve
          </button>
        </div>
      )}
      <div className="grid max-w-2xl justify-items-start gap-3">
        <div className="w-full">
          <TextArea
            label="Why it is refused"
            maxLength={500}
            value={because}
            error={errors.because}
            onChange={({ target }) => setBecause(target.value)}
          />
        </div>
        <button
          type="button"
          className="btn btn-outline border-base-content/50"
          aria-busy={isBusy}
          onClick={() =>
            take("The return is refused", () =>
              takeReturnStep(_id, { step: "refuse", version, because }),
            )
          }
        >
          Refuse
        </button>
      </div>
      <FormError>{errors.because ? "" : failure}</FormError>
    </FormSection>
  );
}
