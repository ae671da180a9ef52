import { signal } from '@preact/signals';
import { identityApi, type Me } from './api.ts';
import { expectAuthor } from './session.ts';

/** Who is signed in, and the site's settings; undefined until they are read. */
export const me = signal<Me | undefined>(undefined);

export async function readMe(): Promise<void> {
  const read = await identityApi.me.get();
  expectAuthor(read.author.id);
  me.value = read;
}

/** Whether the author may do something. The service checks it again; the desk leaves out what it would refuse. */
export function may(permission: Me['permissions'][number]): boolean {
  return me.value?.permissions.includes(permission) ?? false;
}
