import { escapeHtml } from "#contract/pages/escape-html.ts";

export type Attachment = { filename: string; contentType: string; content: Buffer };

export type Letter = {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: readonly Attachment[];
};

export type Fact = readonly [label: string, value: string, href?: string];

type Contents = {
  /** Of the shop: addresses below it become links. */
  origin: string;
  logo: string;
  to: string;
  shopName: string;
  subject: string;
  greeting: string;
  says: string[];
  facts?: readonly Fact[];
  link?: { label: string; href: string };
  also?: string[];
  attachments?: readonly Attachment[];
};

export function writeLetter(contents: Contents): Letter {
  const { to, attachments = [] } = contents;
  const subject = oneLine(contents.subject);
  const html = asHtml({ ...contents, subject });
  return { to, subject, text: asText(contents), html, attachments };
}

function asText({ shopName, greeting, says, facts = [], link, also = [] }: Contents): string {
  return [
    oneLine(greeting),
    ...says.map(oneLine),
    ...(facts.length > 0 ? [facts.map(writeFact).join("\n")] : []),
    ...(link ? [`${link.label}:\n\n${link.href}`] : []),
    ...also.map(oneLine),
    shopName,
  ].join("\n\n");
}

function writeFact([label, value, href]: Fact): string {
  return `${label}: ${joinLines(value)}${href ? ` – ${href}` : ""}`;
}

/** Loads nothing but a logo, and sets no colours, so it suits light and dark mail programs. */
function asHtml({
  origin,
  logo,
  shopName,
  subject,
  greeting,
  says,
  facts = [],
  link,
  also = [],
}: Contents): string {
  const head = logo
    ? `<img src="${escapeHtml(new URL(logo, origin).href)}" alt="${inHtml(shopName)}" height="48">`
    : inHtml(shopName);
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${withLinks(inHtml(text), origin)}</p>`;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark">`,
    `<meta name="supported-color-schemes" content="light dark">`,
    `<title>${inHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">`,
    `<div style="max-width:34rem;margin:0 auto;overflow-wrap:anywhere">`,
    `<p style="margin:0 0 24px;font-weight:700">${head}</p>`,
    paragraph(greeting),
    ...says.map(paragraph),
    facts.length > 0 ? table(facts) : "",
    link ? button(link) : "",
    ...also.map(paragraph),
    "</div></body></html>",
  ]
    .filter(Boolean)
    .join("\n");
}

function table(facts: readonly Fact[]): string {
  const line = "border-top:1px solid #80808080;padding:8px 0;vertical-align:top";
  const write = (value: string, href?: string) => {
    const text = inHtml(joinLines(value));
    return href ? `<a href="${escapeHtml(href)}" style="color:inherit">${text}</a>` : text;
  };
  const rows = facts.map(
    ([label, value, href]) =>
      `<tr><th scope="row" style="${line};padding-right:16px;text-align:left;font-weight:400;white-space:nowrap">${inHtml(label)}</th><td style="${line}"><strong>${write(value, href)}</strong></td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse;margin:0 0 24px">\n${rows.join("\n")}\n</table>`;
}

function button({ label, href }: { label: string; href: string }): string {
  const look =
    "display:inline-block;padding:10px 20px;border:1px solid currentColor;border-radius:4px;color:inherit;font-weight:600;text-decoration:none";
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(href)}" style="${look}">${inHtml(label)}</a></p>`;
}

/** What is read has neither protocol nor token. */
function withLinks(html: string, origin: string): string {
  return html.replace(/(?<=^|\s)https?:\/\/\S*[^\s.,)]/g, (address) => {
    if (!address.startsWith(`${origin}/`)) return address;
    const shown = address.replace(/^https?:\/\//, "").replace(/#.*/, "");
    return `<a href="${address}" style="color:inherit">${shown}</a>`;
  });
}

function inHtml(text: string): string {
  return escapeHtml(oneLine(text));
}

/** An address is written in several. */
function joinLines(text: string): string {
  return oneLine(text.trim().replace(/,?\s*\n\s*/g, ", "));
}

/** User input must not add lines. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
