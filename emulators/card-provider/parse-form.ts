// Stripe's form encoding: `metadata[order]=1` is a table, `expand[]=x` and `expand[0]=x` are lists.

export type Form = { [name: string]: Form | string };

export function parseForm(text: string): Form {
  const form = table();
  for (const [name, value] of new URLSearchParams(text)) put(form, stepsOf(name), value);
  return form;
}

function stepsOf(name: string): string[] {
  const [first = "", ...rest] = name.split("[");
  return [first, ...rest.map((step) => step.replace(/\]$/, ""))];
}

function put(form: Form, [step = "", ...rest]: string[], value: string): void {
  const name = step === "" ? String(Object.keys(form).length) : step;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const within = form[name];
  const next = typeof within === "object" ? within : table();
  form[name] = next;
  put(next, rest, value);
}

/** Without a prototype, so that `__proto__` is an ordinary name. */
function table(): Form {
  return Object.create(null);
}

/** Independent of the order of fields. */
export function serializeForm(form: Form | string): string {
  if (typeof form === "string") return JSON.stringify(form);
  const names = Object.keys(form).sort();
  const entries = names.map((name) => `${JSON.stringify(name)}:${serializeForm(form[name] ?? "")}`);
  return `{${entries.join(",")}}`;
}
