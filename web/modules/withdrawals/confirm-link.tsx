import { useRef, useState } from "react";
import { FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { confirmWithdrawal } from "./calls.ts";

/** A tap, since mail programs open links by themselves. */
export function ConfirmLink({ token }: { token: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [number, setNumber] = useState<number>();
  const { run, isBusy, failure } = useAction();

  async function confirm() {
    setNumber((await confirmWithdrawal(token)).number);
    heading.current?.focus();
  }

  return (
    <div className="grid max-w-xl gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {number === undefined ? "Is this withdrawal yours?" : `Withdrawal ${number} is confirmed`}
      </h2>
      <div role="status">
        {number !== undefined && (
          <p>Thank you. We write to you what comes next; usually that is how to send it back.</p>
        )}
      </div>
      {number === undefined && (
        <>
          <p>Confirm that you withdraw from the contract that our e-mail is about.</p>
          <FormError>{failure}</FormError>
          <div>
            <button
              type="button"
              className="btn btn-secondary max-sm:w-full"
              aria-busy={isBusy}
              onClick={() => run(confirm)}
            >
              Yes, I withdraw
            </button>
          </div>
        </>
      )}
    </div>
  );
}
