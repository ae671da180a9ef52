import { PUBLISH, UNPUBLISH, UNSCHEDULE, type Action } from './actions.ts';
import { readFirst, readNextScheduled, type Listed, type ListOptions } from './lists.ts';

export interface Kind {
  title: string;
  /** Shown for an empty list. */
  none: string;
  load: (options: ListOptions) => Promise<Listed>;
  actions: Action[];
  /** The label for setting a time, if that is possible. */
  schedule?: string;
}

export const KINDS: Kind[] = [
  {
    title: 'Drafts',
    none: 'No drafts.',
    load: options => readFirst(options.client.drafts.list, 'draft', options),
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
    load: options => readFirst(options.client.posts.list, 'published', options),
    actions: [UNPUBLISH],
  },
];
