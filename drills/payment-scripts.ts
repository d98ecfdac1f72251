// Every script that runs in the payment page itself, and why. Whoever takes cards must know what
// stands beside the card field (PCI DSS 6.4.3), so what is new here is looked over before it is
// added. The card field is a frame of the provider's, into which none of these can look.
export const reviewedScripts: Record<string, string> = {
  "card provider:/stripe.js": "puts the card field into the page; of the provider alone",
  "inline: try{let d=document.d":
    "the theme, before anything is painted (contract/pages/first-paint.ts)",
  "our own build": "what web/ and its packages are built to, byte by byte; reviewed as source",
};
