type Answer = { status: number; body: unknown };
type Request = (path: string, init?: RequestInit) => Promise<Response>;

/** Calls as the web makes them: JSON there, JSON back. */
export function createJsonClient(request: Request) {
  const read = async (response: Response): Promise<Answer> => ({
    status: response.status,
    body: await response.json(),
  });
  return {
    get: async (path: string) => read(await request(path)),
    send: async (method: string, path: string, body?: unknown) =>
      read(
        await request(path, {
          method,
          ...(body !== undefined && {
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          }),
        }),
      ),
  };
}
