import { PreconditionFailed } from '../../../../shared/client/errors.ts';
import type { Client } from '../../../../shared/client/index.ts';
import { button, element } from '../dom.ts';
import { attempt } from '../status.ts';
import { draggable } from './drag.ts';
import { moved } from './move.ts';

interface Entry {
  id: number;
  headline: string;
}

const LIMIT = 100;

async function entriesOf(client: Client, sectionId: number): Promise<Entry[]> {
  const page = { limit: LIMIT, include_fields: 'id,headline' };
  const posts =
    sectionId === 0
      ? await client.posts.frontpage({ query: page })
      : await client.posts.section({ query: { ...page, section_name: String(sectionId) } });
  return posts.map(({ id, headline }) => ({ id: Number(id), headline: String(headline) }));
}

/** The posts of a page: those arranged by hand, and the others, newest first. Nothing is sent until it is saved. */
export class Arrangement {
  readonly root = element('div', { class: 'order' });
  readonly #client: Client;
  readonly #sectionId: number;
  #arranged: Entry[];
  #others: Entry[];
  /** Of the order as it was read: whoever saved another one meanwhile is not overwritten. */
  #etag: string | null;

  private constructor(
    client: Client,
    sectionId: number,
    entries: Entry[],
    ids: number[],
    etag: string | null,
  ) {
    this.#client = client;
    this.#sectionId = sectionId;
    this.#arranged = ids.flatMap(id => entries.find(entry => entry.id === id) ?? []);
    this.#others = entries.filter(({ id }) => !ids.includes(id));
    this.#etag = etag;
    this.#draw();
  }

  static async of(client: Client, sectionId: number): Promise<Arrangement> {
    const [entries, { body, etag }] = await Promise.all([
      entriesOf(client, sectionId),
      client.sections.getOrder.answer({ path: { id: sectionId } }),
    ]);
    return new Arrangement(client, sectionId, entries, body.post_ids, etag);
  }

  #draw(focus?: string): void {
    this.root.replaceChildren(
      element('h3', {}, 'Arranged'),
      element(
        'p',
        { id: 'how' },
        this.#arranged.length > 0
          ? 'Drag a post to its place, or use its buttons.'
          : 'Nothing: the newest is first.',
      ),
      element(
        'ol',
        { class: 'arranged' },
        ...this.#arranged.map((entry, index) => this.#arrangedItem(entry, index)),
      ),
      button('Save order', () => this.#save(), { class: 'primary' }),
      element('h3', {}, 'Newest first'),
      element('ul', {}, ...this.#others.map(entry => this.#otherItem(entry))),
    );
    if (focus !== undefined)
      this.root.querySelector<HTMLElement>(`[aria-label=${CSS.escape(focus)}]`)?.focus();
  }

  #arrangedItem(entry: Entry, index: number): HTMLElement {
    const { headline } = entry;
    const move = (label: string, to: number) =>
      button(label, () => this.#move(index, to, `${label}: ${headline}`), {
        'aria-label': `${label}: ${headline}`,
      });
    const out = button('Take out', () => this.#takeOut(entry), { 'aria-label': `Take out: ${headline}` });
    const item = element(
      'li',
      { draggable: true },
      element('span', {}, headline),
      element('span', { class: 'actions' }, move('Up', index - 1), move('Down', index + 1), out),
    );
    return draggable(item, index, (from, to) => this.#move(from, to));
  }

  #otherItem(entry: Entry): HTMLElement {
    const label = `Put first: ${entry.headline}`;
    const add = button('Put first', () => this.#putFirst(entry), { 'aria-label': label });
    return element('li', {}, element('span', {}, entry.headline), element('span', { class: 'actions' }, add));
  }

  #move(from: number, to: number, focus?: string): void {
    this.#arranged = moved(this.#arranged, from, to);
    this.#draw(focus);
  }

  #putFirst(entry: Entry): void {
    this.#arranged = [entry, ...this.#arranged];
    this.#others = this.#others.filter(other => other !== entry);
    this.#draw(`Take out: ${entry.headline}`);
  }

  /** Where it stands among the others the page shows once it is saved. */
  #takeOut(entry: Entry): void {
    this.#arranged = this.#arranged.filter(other => other !== entry);
    this.#others = [entry, ...this.#others];
    this.#draw(`Put first: ${entry.headline}`);
  }

  async #save(): Promise<void> {
    await attempt('Saved.', async () => {
      try {
        const body = { post_ids: this.#arranged.map(({ id }) => id) };
        const call = { path: { id: this.#sectionId }, body };
        const { etag } = await this.#client.sections.setOrder.answer({
          ...call,
          ...(this.#etag !== null && { ifMatch: this.#etag }),
        });
        this.#etag = etag;
      } catch (error) {
        if (error instanceof PreconditionFailed)
          throw new Error(
            'Somebody else has saved another order meanwhile: choose the page again to see it.',
            {
              cause: error,
            },
          );
        throw error;
      }
    });
  }
}
