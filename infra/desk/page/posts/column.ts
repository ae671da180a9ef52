import type { Client } from '../../../../shared/client/index.ts';
import { button, element } from '../dom.ts';
import { attempt, reasonOf, say } from '../status.ts';
import type { Action, Kind, Shown } from './kinds.ts';
import { scheduler } from './scheduler.ts';

/** One state's posts, newest first, page by page. */
export class Column {
  readonly root: HTMLElement;
  readonly #client: Client;
  readonly #kind: Kind;
  /** Of all columns: a post leaves one for another. */
  readonly #refresh: () => Promise<unknown>;
  readonly #heading: HTMLHeadingElement;
  readonly #list = element('ul', { class: 'posts' });
  readonly #more = button('Show more', () => this.#append());
  #next: string | undefined;

  constructor(client: Client, kind: Kind, refresh: () => Promise<unknown>) {
    this.#client = client;
    this.#kind = kind;
    this.#refresh = refresh;
    this.#heading = element('h2', { tabIndex: -1 }, kind.title);
    this.root = element('section', {}, this.#heading, this.#list, this.#more);
  }

  async load(): Promise<void> {
    this.#next = undefined;
    this.#show([], await this.#kind.page(this.#client, undefined));
  }

  async #append(): Promise<void> {
    try {
      this.#show([...this.#list.children], await this.#kind.page(this.#client, this.#next));
    } catch (error) {
      say(reasonOf(error), true);
    }
  }

  #show(before: Element[], { posts, next }: { posts: Shown[]; next: string | undefined }): void {
    const items = [...before, ...posts.map(post => this.#item(post))];
    this.#list.replaceChildren(...(items.length > 0 ? items : [element('li', {}, this.#kind.none)]));
    this.#next = next;
    this.#more.hidden = next === undefined;
  }

  #item(post: Shown): HTMLElement {
    const { actions, schedule } = this.#kind;
    const run = (action: Action) => this.#act(action.done, () => action.run(this.#client, post));
    const setTime = (scheduled_at: number) =>
      this.#act('Scheduled.', () =>
        this.#client.scheduledPosts.schedule({ path: { id: post.id }, body: { scheduled_at } }),
      );
    return element(
      'li',
      {},
      headlineOf(post),
      post.at === null ? null : timeOf(post.at),
      element(
        'div',
        { class: 'actions' },
        ...actions.map(action => button(action.label, () => run(action), named(action.label, post))),
        schedule === undefined ? null : scheduler(schedule, post, setTime),
      ),
    );
  }

  async #act(done: string, work: () => Promise<unknown>): Promise<void> {
    if (!(await attempt(done, work))) return;
    await this.#refresh();
    // The button that had it is gone.
    this.#heading.focus();
  }
}

/** Which post a button is about, for those who hear it alone. */
const named = (label: string, { headline }: Shown) => ({ 'aria-label': `${label}: ${headline}` });

const headlineOf = ({ status, url, headline }: Shown): HTMLElement =>
  status === 'published'
    ? element('a', { href: url, rel: 'noopener', target: '_blank' }, headline)
    : element('strong', {}, headline);

const timeOf = (ts: number): HTMLElement => {
  const date = new Date(ts * 1000);
  return element('time', { dateTime: date.toISOString() }, date.toLocaleString());
};
