import type { Encoded } from '../form.ts';
import type { Fetch } from '../send.ts';

/** How much of a file has been passed to the network. */
export interface Progress {
  loaded: number;
  total: number;
}

/** The bucket's answer. */
export interface Delivery {
  status: number;
  text: string;
}

interface Sending {
  /** Called with the number of sent bytes of the form. */
  onSent: ((bytes: number) => void) | undefined;
  signal: AbortSignal | undefined;
}

/** Sends a form. Rejects when there is no answer, or the signal is aborted. */
export type Transport = (url: string, form: Encoded, sending: Sending) => Promise<Delivery>;

/** Sends by fetch. Progress counts bytes that the connection accepted, some hundred kilobytes ahead of the receiver. */
export function sendByFetch(send: Fetch): Transport {
  return async (url, { content, type }, { onSent, signal }) => {
    const response = await send(url, {
      method: 'POST',
      // S3 refuses forms of unknown length.
      headers: { 'content-type': type, ...(onSent && { 'content-length': String(content.size) }) },
      ...(onSent ? { body: countedStream(content, onSent), duplex: 'half' } : { body: content }),
      ...(signal && { signal }),
    });
    return { status: response.status, text: await response.text() };
  };
}

const PIECE_BYTES = 128 * 1024;

/** Streams the content in pieces, each read on demand. */
function countedStream(content: Blob, onSent: (bytes: number) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = new Uint8Array(await content.slice(sent, sent + PIECE_BYTES).arrayBuffer());
      controller.enqueue(piece);
      sent += piece.byteLength;
      onSent(sent);
      if (sent === content.size) controller.close();
    },
  });
}
