// Errors with Stripe's codes and messages.
import type Stripe from "stripe";

export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
};

export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

type More = Partial<Omit<ErrorBody, "type" | "message">>;

export function invalidRequest(message: string, more: More = {}, status = 400): ApiError {
  return new ApiError(status, { type: "invalid_request_error", message, ...more });
}

export function missingObject(kind: string, id: string, param: string): ApiError {
  const says = `No such ${kind}: '${id}'`;
  return invalidRequest(says, { code: "resource_missing", param }, 404);
}

export function missingParam(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function unexpectedState(message: string, intent: Stripe.PaymentIntent): ApiError {
  return invalidRequest(message, {
    code: "payment_intent_unexpected_state",
    payment_intent: intent,
  });
}

export function cardError(code: string, message: string, more: More = {}): ApiError {
  return new ApiError(402, { type: "card_error", code, message, ...more });
}

export function serverError(): ApiError {
  return new ApiError(500, {
    type: "api_error",
    message: "Sorry! There was an error while talking to one of our backends.",
  });
}
