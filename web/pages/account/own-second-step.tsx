import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { fewRecoveryCodes, type SecondStep, secondStepCalls } from "#contract/second-step.ts";
import { call } from "#web/app/call.ts";
import { DateTime } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ownSecondStep } from "./own-sign-ins-queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

const SetUpApp = late(async () => (await import("./set-up-app.tsx")).SetUpApp);

export function OwnSecondStep() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [codes, setCodes] = useState<string[]>();
  const { data, error, refetch } = useQuery(ownSecondStep());

  function showCodes(made: string[]) {
    setCodes(made);
    void client.invalidateQueries(ownSecondStep());
  }
  return (
    <section aria-labelledby="second-step" className="mb-10">
      <h3
        ref={heading}
        id="second-step"
        tabIndex={-1}
        className="mb-1 text-lg font-bold outline-none"
      >
        Second step
      </h3>
      <p className="mb-4 max-w-xl leading-relaxed text-base-content/80">
        With an authenticator app on your phone, your password alone is not enough to sign in.
      </p>
      {!data && !error && <InlineLoading />}
      {!data && error && (
        <LoadFailed title="Your second step could not be fetched" error={error} retry={refetch} />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes(undefined);
            heading.current?.focus();
          }}
        />
      )}
      {data && !codes && data.appSince === null && <TurnOn onCodes={showCodes} />}
      {data && !codes && data.appSince !== null && (
        <TurnedOn since={data.appSince} step={data} onCodes={showCodes} heading={heading} />
      )}
    </section>
  );
}

type OnCodes = { onCodes: (codes: string[]) => void };

function TurnOn({ onCodes }: OnCodes) {
  const [app, setApp] = useState<{ secret: string; address: string }>();
  const beginning = useMutation({
    mutationFn: () => call(secondStepCalls.beginApp, {}),
    onSuccess: setApp,
    onError: (error) => showToast(error.message, "error"),
  });
  if (app) {
    return (
      <Suspense fallback={<InlineLoading />}>
        <SetUpApp {...app} onCodes={onCodes} />
      </Suspense>
    );
  }
  return (
    <button
      type="button"
      className="btn btn-outline"
      aria-busy={beginning.isPending}
      onClick={() => beginning.isPending || beginning.mutate()}
    >
      Set up an authenticator app
    </button>
  );
}

type TurnedOnProps = OnCodes & {
  since: string;
  step: SecondStep;
  heading: React.RefObject<HTMLElement | null>;
};

function TurnedOn({ since, step, onCodes, heading }: TurnedOnProps) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { recoveryCodesLeft: left } = step;
  const removing = useMutation({
    mutationFn: () => call(secondStepCalls.removeApp, {}),
    onSuccess: () => showToast("The second step is off."),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries(ownSecondStep()),
  });
  const renewing = useMutation({
    mutationFn: () => call(secondStepCalls.renewRecoveryCodes, {}),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (error) => showToast(error.message, "error"),
  });
  return (
    <>
      <p className="mb-1">
        <span className="badge badge-soft badge-success">On</span> since <DateTime time={since} />
      </p>
      <p className="mb-4">
        {left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`}
        {left <= fewRecoveryCodes && " Make new ones before you need them."}
      </p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-outline"
          aria-busy={renewing.isPending}
          onClick={() => renewing.isPending || renewing.mutate()}
        >
          Make new recovery codes
        </button>
        <button type="button" className="btn btn-outline" onClick={() => setConfirming(true)}>
          Turn off
        </button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Turn the second step off?"
          confirm="Turn off"
          onConfirm={() => removing.mutateAsync()}
          onClose={() => setConfirming(false)}
          focusAfter={heading}
        >
          <p>Your password alone will sign you in, and your recovery codes become void.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
