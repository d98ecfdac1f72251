import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DeliveryState } from "#contract/rules/webhooks.ts";
import { type NewWebhook, type WebhookEdit, webhookCalls } from "#contract/webhooks.ts";
import { call, callInTime, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

export const webhooks = () =>
  queryOptions({
    queryKey: ["webhooks", "all"],
    queryFn: ({ signal }) => call(webhookCalls.list, {}, signal),
    staleTime: 0,
  });

const perPage = 50;

export type LogView = { q: string; state: DeliveryState | undefined };

export function deliveryPages(id: string, { q, state }: LogView) {
  return {
    ...pagedQuery(["webhooks", "log", id, q, state ?? ""], perPage, (page, signal) =>
      call(
        webhookCalls.deliveries,
        { params: { id }, query: { ...page, q: q || undefined, state } },
        signal,
      ),
    ),
    placeholderData: keepPreviousData,
  };
}

export const deliveriesFilePath = (id: string, view: LogView, columns: string[]) =>
  filePath({ ...webhookCalls.file, path: `/webhooks/${id}/deliveries/csv` }, view, columns);

export const addWebhook = (body: NewWebhook) => call(webhookCalls.add, { body });
export const editWebhook = (id: string, body: WebhookEdit) =>
  call(webhookCalls.edit, { params: { id }, body });
export const renewWebhookSecret = (id: string) =>
  call(webhookCalls.renewSecret, { params: { id } });
export const removeWebhook = (id: string) => callInTime(webhookCalls.remove, { params: { id } });
export const testWebhook = (id: string) => callInTime(webhookCalls.test, { params: { id } });
export const replayWebhook = (id: string, delivery?: string) =>
  callInTime(webhookCalls.replay, { params: { id }, body: { delivery } });
