import { element, field } from '../dom.ts';
import { LatestLoad } from '../latest-load.ts';
import { mayDiscard, type Desk, type View } from '../view.ts';
import { Arrangement } from './arrangement.ts';
import { FRONT_PAGE, readOrder, readPages, type Order, type Page } from './read.ts';

/** The editorial order of the front page and of each section. */
class OrderView implements View {
  readonly root: HTMLElement;
  readonly #desk: Desk;
  readonly #loads: LatestLoad;
  readonly #choice = element('select', {});
  readonly #place = element('div', {});
  #pages: Page[] = [];
  #page = FRONT_PAGE;
  /** undefined while the chosen page is loaded. */
  #arrangement: Arrangement | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#loads = new LatestLoad(desk.signal);
    this.#choice.addEventListener('change', () => this.#choose());
    const title = element('h2', {}, 'Editorial order');
    this.root = element('section', {}, title, field('Page', this.#choice), this.#place);
    this.#offer([FRONT_PAGE]);
  }

  isUnsaved = (): boolean => this.#arrangement?.isUnsaved ?? false;

  refresh = async (): Promise<void> => {
    if (this.#arrangement?.isSaving) return;
    const { client } = this.#desk;
    const page = this.#page;
    await this.#loads.run(
      async signal => await Promise.all([readPages(client, signal), readOrder(client, page, signal)]),
      ([pages, order]) => {
        this.#offer(pages);
        if (!this.#arrangement) this.#show(page, order);
        // Unsaved changes are merged with those of others on save.
        else if (!this.#arrangement.isUnsaved) this.#arrangement.update(order);
      },
    );
  };

  #choose(): void {
    if (!mayDiscard(this.isUnsaved())) {
      this.#choice.value = String(this.#page.id);
      return;
    }
    this.#page = this.#pages.find(({ id }) => String(id) === this.#choice.value) ?? FRONT_PAGE;
    this.#arrangement = undefined;
    this.#place.replaceChildren(element('p', {}, 'Not loaded yet.'));
    void this.#desk.reload();
  }

  #show(page: Page, order: Order): void {
    this.#arrangement = new Arrangement(this.#desk, page, order, () => this.#loads.cancel());
    this.#place.replaceChildren(this.#arrangement.root);
  }

  #offer(pages: Page[]): void {
    if (JSON.stringify(pages) === JSON.stringify(this.#pages)) return;
    this.#pages = pages;
    const option = ({ id, title }: Page) => element('option', { value: String(id) }, title);
    this.#choice.replaceChildren(...pages.map(option));
    this.#choice.value = String(this.#page.id);
  }
}

export function orderView(desk: Desk): View {
  return new OrderView(desk);
}
