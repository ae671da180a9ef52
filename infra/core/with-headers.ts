type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends each call with these headers too. */
export function withHeaders(headers: Record<string, string>): Fetch {
  return (url, init) => {
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    return fetch(url, { ...init, headers: sent });
  };
}
