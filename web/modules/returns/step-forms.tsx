import { lazy, Suspense } from "react";
import type { Return } from "#contract/returns.ts";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const AnswerForm = lazy(async () => ({
  default: (await import("./answer-form.tsx")).AnswerForm,
}));
const ReceiveForm = lazy(async () => ({
  default: (await import("./receive-form.tsx")).ReceiveForm,
}));
const InspectForm = lazy(async () => ({
  default: (await import("./inspect-form.tsx")).InspectForm,
}));
const CloseForm = lazy(async () => ({ default: (await import("./close-form.tsx")).CloseForm }));

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
