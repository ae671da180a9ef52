import { element } from '../dom.ts';
import type { Desk, View } from '../view.ts';
import { Column } from './column.ts';
import { KINDS } from './kinds.ts';

/** Drafts, scheduled and published posts side by side. */
export function postsView(desk: Desk): View {
  const columns = KINDS.map(kind => new Column(desk, kind));
  return {
    root: element('div', { class: 'board' }, ...columns.map(column => column.root)),
    refresh: async () => {
      await Promise.all(columns.map(column => column.load()));
    },
  };
}
