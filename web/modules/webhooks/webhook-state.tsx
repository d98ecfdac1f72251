import type { Webhook } from "#contract/webhooks.ts";
import { DateTime, formatCount } from "#web/app/format.tsx";

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { isOn, disabledAt, failingSince, waiting, failed } = webhook;
  if (disabledAt) {
    return (
      <span className="font-semibold text-error">
        Switched off by the shop: nothing arrived for days
      </span>
    );
  }
  if (!isOn) return "Switched off";
  return (
    <>
      {failingSince ? (
        <span className="font-semibold text-error">
          Fails since <DateTime time={failingSince} />
        </span>
      ) : (
        "Works"
      )}
      {waiting > 0 && `, ${formatCount(waiting)} waiting`}
      {failed > 0 && `, ${formatCount(failed)} failed`}
    </>
  );
}
