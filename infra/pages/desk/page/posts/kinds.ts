import { PUBLISH, UNPUBLISH, UNSCHEDULE, type Action } from './actions.ts';
import { readFirst, readNextScheduled, type Listed, type ListOptions } from './lists.ts';

export interface Kind {
  title: string;
  /** Shown for an empty list. */
  none: string;
  load: (wish: ListOptions) => Promise<Listed>;
  actions: Action[];
  /** The label for setting a time, if that is possible. */
  schedule?: string;
}

export const KINDS: Kind[] = [
  {
    title: 'Drafts',
    none: 'No drafts.',
    load: wish => readFirst(wish.client.drafts.list, 'draft', wish),
    actions: [PUBLISH],
    schedule: 'Schedule',
  },
  {
    title: 'Scheduled',
    none: 'Nothing is scheduled.',
    load: readNextScheduled,
    actions: [PUBLISH, UNSCHEDULE],
    schedule: 'Another time',
  },
  {
    title: 'Published',
    none: 'Nothing is published.',
    load: wish => readFirst(wish.client.posts.list, 'published', wish),
    actions: [UNPUBLISH],
  },
];
