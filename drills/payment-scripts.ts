// Every script that runs in the payment page itself, and why. Whoever takes cards must know what
// stands beside the card field (PCI DSS 6.4.3), so what is new here is looked over before it is
// added. Our own are named without the hash of their content; the card field is a frame of the
// provider's, into which none of these can look.
export const reviewedScripts: Record<string, string> = {
  "card provider:/stripe.js": "puts the card field into the page; of the provider alone",
  "inline: try{let d=document.d": "the theme, before anything is painted (contract/first-paint.ts)",
  "/assets/index.js": "our entrance: router, session, live changes",
  "/assets/payment-page.js": "the page itself",
  "/assets/payments.js": "our calls of payments",
  "/assets/orders.js": "our calls of orders",
  "/assets/identity.js": "our schemas of people",
  "/assets/fields.js": "our kinds of fields, and zod",
  "/assets/money.js": "our cents",
  "/assets/iso.js": "our times",
  "/assets/call.js": "our client of the calls",
  "/assets/drafts.js": "keeps what was typed; never what is typed in the card field",
  "/assets/dashboard-layout.js": "our frame around the page",
  "/assets/page-heading.js": "our kit",
  "/assets/note.js": "our kit",
  "/assets/submit-button.js": "our kit",
  "/assets/waiting.js": "our kit",
  "/assets/arrow-left.js": "a sign of lucide",
  "/assets/package-plus.js": "a sign of lucide",
  "/assets/shield-check.js": "a sign of lucide",
  "/assets/react.js": "React",
  "/assets/jsx-runtime.js": "React",
  "/assets/useQuery.js": "TanStack Query",
  "/assets/useMutation.js": "TanStack Query",
  "/assets/rolldown-runtime.js": "how the build joins modules",
};
