/** The header that forms of other sites can't send; the service requires it of requests with a session. */
const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'page' };

/** The service refused a request. */
export class Refusal extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Sends a request to this host's service. @returns the answer @throws Error with a message for people */
export async function send(path: string, body: object | undefined, method = 'POST'): Promise<unknown> {
  const response = await fetch(path, { method, headers: HEADERS, body: JSON.stringify(body) }).catch(() => {
    throw new Error('No connection to the service. Try again.');
  });
  if (!response.ok) throw new Refusal(await readMessage(response), response.status);
  return await response.json();
}

/** The sentences of a refusal; those of anything but the service, such as a proxy, are unknown. */
async function readMessage(response: Response): Promise<string> {
  const fallback = `The service answered with an error (${response.status}). Try again.`;
  try {
    const { status } = (await response.json()) as { status?: { messages?: string[] } };
    return status?.messages?.join('. ') ?? fallback;
  } catch {
    return fallback;
  }
}
