import { Suspense } from "react";
import type { Return } from "#contract/returns.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const AnswerForm = late(async () => (await import("./answer-form.tsx")).AnswerForm);
const ReceiveForm = late(async () => (await import("./receive-form.tsx")).ReceiveForm);
const InspectForm = late(async () => (await import("./inspect-form.tsx")).InspectForm);
const CloseForm = late(async () => (await import("./close-form.tsx")).CloseForm);

export function StepForms({ shown }: { shown: Return }) {
  const { state } = shown;
  return (
    <Suspense fallback={<InlineLoading />}>
      {state === "approved" && <ReceiveForm shown={shown} />}
      {(state === "requested" || state === "approved") && <AnswerForm shown={shown} />}
      {state === "received" && <InspectForm shown={shown} />}
      {state === "inspected" && <CloseForm shown={shown} />}
    </Suspense>
  );
}
