import { PUBLISH, UNPUBLISH, UNSCHEDULE, type Action } from './actions.ts';
import { firstOf, nextScheduled, type Listed, type Wish } from './lists.ts';

export interface Kind {
  title: string;
  /** Shown for an empty list. */
  none: string;
  load: (wish: Wish) => Promise<Listed>;
  actions: Action[];
  /** The label for setting a time, if that is possible. */
  schedule?: string;
}

export const KINDS: Kind[] = [
  {
    title: 'Drafts',
    none: 'No drafts.',
    load: wish => firstOf(wish.client.drafts.list, 'draft', wish),
    actions: [PUBLISH],
    schedule: 'Schedule',
  },
  {
    title: 'Scheduled',
    none: 'Nothing is scheduled.',
    load: nextScheduled,
    actions: [PUBLISH, UNSCHEDULE],
    schedule: 'Another time',
  },
  {
    title: 'Published',
    none: 'Nothing is published.',
    load: wish => firstOf(wish.client.posts.list, 'published', wish),
    actions: [UNPUBLISH],
  },
];
