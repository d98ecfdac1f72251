// Follows the redirects of a sign-in at Google until they lead back to the shop.
export type GoogleChoice = { person: string } | { cancel: "yes" };

export async function completeGoogleSignIn(address: string, choice: GoogleChoice): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
    for (const each of response.headers.getSetCookie()) {
      const [pair = ""] = each.split("; ");
      const [name = "", value = ""] = pair.split("=");
      cookies.set(name, value);
    }
    return response;
  }
  async function follow(url: string, init?: RequestInit): Promise<string> {
    const response = await ask(url, init);
    const location = response.headers.get("location");
    if (!location) return url;
    const next = new URL(location, url);
    return next.origin === origin ? follow(next.href) : next.href;
  }
  const page = await follow(address);
  if (!page.startsWith(`${origin}/choose/`)) return page;
  return follow(page, { method: "POST", body: new URLSearchParams(choice) });
}
