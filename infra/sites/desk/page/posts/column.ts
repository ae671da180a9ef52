import { button, element } from '../dom.ts';
import { LatestLoad } from '../latest-load.ts';
import { whileRunning, attempt } from '../status.ts';
import type { Desk } from '../view.ts';
import { createItem } from './item.ts';
import type { Kind } from './kinds.ts';
import type { Listed, PostSummary } from './lists.ts';

const MORE = 20;

/** The posts of one status, up to the requested number. */
export class Column {
  readonly root: HTMLElement;
  readonly #desk: Desk;
  readonly #kind: Kind;
  readonly #loads: LatestLoad;
  readonly #heading: HTMLHeadingElement;
  readonly #list = element('ul', { class: 'posts' }, element('li', {}, 'Not loaded yet.'));
  readonly #more = button('Show more', () => this.#showMore());
  /** The shown items, by their contents. */
  #items = new Map<string, HTMLElement>();
  #count = MORE;

  constructor(desk: Desk, kind: Kind) {
    this.#desk = desk;
    this.#kind = kind;
    this.#loads = new LatestLoad(desk.signal);
    this.#heading = element('h2', { tabIndex: -1 }, kind.title);
    this.#more.hidden = true;
    this.root = element('section', {}, this.#heading, this.#list, this.#more);
  }

  async load(): Promise<void> {
    const { client } = this.#desk;
    await this.#loads.run(
      signal => this.#kind.load({ client, count: this.#count, signal }),
      listed => this.#show(listed),
    );
  }

  async #showMore(): Promise<void> {
    this.#count += MORE;
    await whileRunning(this.#more.parentElement ?? this.root, () => this.#desk.reload());
  }

  /** Unchanged items stay in the document, with their focus and input. */
  #show({ posts, hasMore }: Listed): void {
    const items = new Map(
      posts.map(post => {
        const key = JSON.stringify(post);
        return [key, this.#items.get(key) ?? this.#item(post)];
      }),
    );
    this.#items = items;
    const isEmpty = items.size === 0 && !hasMore;
    place(this.#list, isEmpty ? [element('li', {}, this.#kind.none)] : [...items.values()]);
    this.#more.hidden = !hasMore;
  }

  #item(post: PostSummary): HTMLElement {
    const { client, timeZone } = this.#desk;
    const { id } = post;
    const item = createItem(post, this.#kind, {
      timeZone,
      run: action => this.#act(item, action.done, () => action.run(client, id)),
      setTime: scheduled_at =>
        this.#act(item, 'Scheduled.', () =>
          client.scheduledPosts.schedule({ path: { id }, body: { scheduled_at } }),
        ),
    });
    return item;
  }

  /** Runs an action, then reloads the lists even if it failed. */
  async #act(item: HTMLElement, done: string, work: () => Promise<unknown>): Promise<void> {
    await whileRunning(item, async () => {
      await attempt(done, work);
      await this.#desk.reload();
    });
    // The pressed button may have been removed with its item.
    if (!item.isConnected) this.#heading.focus();
  }
}

/** Sets the list's items. Existing ones are not removed and inserted again, because they would lose the focus. */
function place(list: HTMLElement, items: readonly HTMLElement[]): void {
  for (const child of [...list.children]) if (!items.some(item => item === child)) child.remove();
  items.forEach((item, index) => {
    const there = list.children[index] ?? null;
    if (there !== item) list.insertBefore(item, there);
  });
}
