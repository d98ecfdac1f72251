export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const maxWebhooks = 20;

/** Sent when an admin presses "Send a test". */
export const testKind = "webhook.test";
