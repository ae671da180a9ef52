import { cleanLine } from '../values/clean.ts';
import type { HttpEvent } from './event.ts';

/** The client of a request, as far as it is known. */
export interface Client {
  address: string;
  /** What the program says that it is. */
  device: string;
}

const MAX_DEVICE_CHARACTERS = 200;

export function readClient({ headers, requestContext: { http } }: HttpEvent): Client {
  const device = cleanLine((headers['user-agent'] ?? '').slice(0, MAX_DEVICE_CHARACTERS));
  return { address: http.sourceIp ?? '', device };
}
