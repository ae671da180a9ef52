import { PUBLISH, UNPUBLISH, UNSCHEDULE, type Action } from './actions.ts';
import { firstOf, nextScheduled, type Listed, type Wish } from './lists.ts';

export interface Kind {
  title: string;
  /** In words, when there is none. */
  none: string;
  load: (wish: Wish) => Promise<Listed>;
  actions: Action[];
  /** Whether a time can be set, and what that is called. */
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
