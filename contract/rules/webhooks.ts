export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const maxWebhooks = 20;

export const testKind = "webhook.test";
