import type { Client } from '../../../../shared/client/index.ts';
import { element } from '../dom.ts';
import { Column } from './column.ts';
import { KINDS } from './kinds.ts';

/** Drafts, scheduled and published posts side by side. */
export async function postsView(client: Client): Promise<HTMLElement> {
  const refresh = (): Promise<unknown> => Promise.all(columns.map(column => column.load()));
  const columns = KINDS.map(kind => new Column(client, kind, refresh));
  await refresh();
  return element('div', { class: 'board' }, ...columns.map(column => column.root));
}
