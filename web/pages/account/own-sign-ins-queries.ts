import { queryOptions } from "@tanstack/react-query";
import { emailChangeCalls } from "#contract/email-change.ts";
import { passkeyCalls } from "#contract/passkeys.ts";
import { secondStepCalls } from "#contract/second-step.ts";
import { call } from "#web/app/call.ts";

export const ownEmailChange = () =>
  queryOptions({
    queryKey: ["own-email-change"],
    queryFn: ({ signal }) => call(emailChangeCalls.read, {}, signal),
    // Its links are opened elsewhere.
    staleTime: 0,
  });

export const ownPasskeys = () =>
  queryOptions({
    queryKey: ["own-passkeys"],
    queryFn: ({ signal }) => call(passkeyCalls.list, {}, signal),
  });

export const ownSecondStep = () =>
  queryOptions({
    queryKey: ["own-second-step"],
    queryFn: ({ signal }) => call(secondStepCalls.read, {}, signal),
  });
