import { revalidatePath } from 'next/cache';
import { forgetNewsroom } from '../../lib/newsroom.js';
import { isOurs } from '../../lib/settings.js';

const MAX_DELIVERY_BYTES = 8_000_000;

/** A change in the newsroom: every page is made again when it is next asked for, of which only what changed is read. */
export async function POST(request: Request): Promise<Response> {
  if (Number(request.headers.get('content-length') ?? Infinity) > MAX_DELIVERY_BYTES)
    return new Response(null, { status: 413 });
  const isTrusted = isOurs(await request.text(), request.headers.get('x-broadsheet-signature'));
  if (!isTrusted) return new Response(null, { status: 403 });
  forgetNewsroom();
  revalidatePath('/', 'layout');
  return new Response(null, { status: 204 });
}
