import type { Encoded } from '../form.ts';

/** How much of a file has been handed over to the network. */
export interface Progress {
  loaded: number;
  total: number;
}

/** What the bucket answered. */
export interface Delivery {
  status: number;
  text: string;
}

export interface Sending {
  /** Called with the bytes of the form that have left; without it nobody counts. */
  onSent: ((bytes: number) => void) | undefined;
  signal: AbortSignal | undefined;
}

/** Sends a form. Fails when no answer comes, or the signal is aborted. */
export type Transport = (url: string, form: Encoded, sending: Sending) => Promise<Delivery>;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What is counted is what the connection takes: some hundred kilobytes ahead of what the other side has. */
export function sendByFetch(send: Fetch): Transport {
  return async (url, { content, type }, { onSent, signal }) => {
    const response = await send(url, {
      method: 'POST',
      // S3 takes no form of unknown length.
      headers: { 'content-type': type, ...(onSent && { 'content-length': String(content.size) }) },
      ...(onSent ? { body: counted(content, onSent), duplex: 'half' } : { body: content }),
      ...(signal && { signal }),
    });
    return { status: response.status, text: await response.text() };
  };
}

const PIECE = 128 * 1024;

/** In pieces, each read when the connection wants more. */
function counted(content: Blob, onSent: (bytes: number) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = new Uint8Array(await content.slice(sent, sent + PIECE).arrayBuffer());
      controller.enqueue(piece);
      sent += piece.byteLength;
      onSent(sent);
      if (sent === content.size) controller.close();
    },
  });
}
