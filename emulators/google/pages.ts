import type { GooglePerson } from "./people.ts";

export function contentSecurityPolicy(shop: string): string {
  return `default-src 'none'; img-src data:; style-src 'self'; form-action 'self' ${shop}; frame-ancestors 'none'; base-uri 'none'`;
}

export function choicePage(people: readonly GooglePerson[], shop: string): string {
  const choices = people.map(
    ({ sub, name, email }) => `
      <button name="person" value="${plain(sub)}">
        <span class="initial" aria-hidden="true">${plain(name.slice(0, 1))}</span>
        <span class="who"><strong>${plain(name)}</strong> <span>${plain(email).replace("@", "<wbr>@")}</span></span>
      </button>`,
  );
  return page(
    "Choose a person",
    `<p>to continue to <strong>${plain(new URL(shop).host)}</strong></p>
    <form method="post">${choices.join("")}
      <button class="cancel" name="cancel" value="yes">Cancel</button>
    </form>`,
  );
}

export function errorPage(message: string): string {
  return page(
    "That did not work",
    `<p>${plain(message)}</p>
    <p>Go back to the shop and choose “continue with Google” again.</p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${plain(title)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/pages.css">
</head>
<body>
  <main>
    <h1>${plain(title)}</h1>
    ${content}
    <p class="note">This is a Google emulator on this machine. It knows these people only, and
      nothing leaves this machine.</p>
  </main>
</body>
</html>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function plain(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
