export function framePolicy(shop: string): string {
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
    `form-action 'self'; base-uri 'none'; frame-ancestors ${originOr(shop, "'none'")}`
  );
}

function originOr(text: string, otherwise: string): string {
  return /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin : otherwise;
}

export const cardFieldPage = page(
  "Secure card payment input frame",
  `<main class="fields" aria-label="Card">
    <svg class="icon" viewBox="0 0 28 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <rect x="1" y="1" width="26" height="18" rx="3" /><path d="M1 7h26M5 14h6" />
    </svg>
    ${input("cardnumber", "Credit or debit card number", "Card number", "cc-number")}
    ${input("exp-date", "Credit or debit card expiration date", "MM / YY", "cc-exp")}
    ${input("cvc", "Credit or debit card CVC/CVV", "CVC", "cc-csc")}
    ${input("postal", "ZIP", "ZIP", "postal-code")}
  </main>`,
  `<link rel="stylesheet" href="/browser/frame/card-field.css">
  <script type="module" src="/browser/frame/card-field.ts"></script>`,
);

export const controllerPage = page(
  "Card provider",
  "",
  '<script type="module" src="/browser/frame/controller.ts"></script>',
);

function input(name: string, label: string, placeholder: string, autocomplete: string): string {
  return `<input name="${name}" aria-label="${label}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="numeric" autocorrect="off" spellcheck="false" aria-invalid="false">`;
}

function page(title: string, content: string, head: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  ${head}
</head>
<body>${content}</body>
</html>`;
}
