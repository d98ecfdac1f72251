export function challengePage(question: { what: string; card: string } | undefined): string {
  if (!question) return page("This is no longer asked for", afterwards);
  return page(
    "3D Secure test page",
    `<p><strong>${question.what}</strong> the card ending in
      <strong>${question.card}</strong>. Your bank would ask you here whether that is you; on this
      machine you choose how it goes.</p>
    <form method="post">
      <button name="outcome" value="complete">Complete authentication</button>
      <button name="outcome" value="fail" class="second">Fail authentication</button>
    </form>`,
  );
}

const afterwards = `<p>You can close this page and go on in the shop.</p>
  <script type="module" src="/browser/frame/answered.ts"></script>`;

export const thankYouPage = page("Thank you", afterwards);

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/browser/pages.css">
</head>
<body>
  <main>
    <h1>${title}</h1>
    ${content}
    <p class="note">A card provider emulator on this machine. No money moves.</p>
  </main>
</body>
</html>`;
}
