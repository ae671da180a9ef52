import { toReason } from '../../../infra/core/command.ts';
import { CELLS, type CellName, type Figure } from './cells.ts';
import type { Product, Requests } from './product.ts';
import type { Server } from './server.ts';

/** A product whose server runs on an archive. */
export interface Entrant {
  product: Product;
  server: Server;
  requests: Requests;
  data: string;
  ids: readonly string[];
  /** The number of the newest post. */
  newest: number;
}

/** The products that take part in a comparison, and their figures. One that fails is left out from then on and keeps its figures. */
export class Field {
  readonly figures: Figure[] = [];
  readonly #all: readonly Product[];
  #products: readonly Product[];

  constructor(products: readonly Product[]) {
    this.#all = this.#products = products;
  }

  /** Runs a step for each product, one after the other. */
  async each(step: string, work: (product: Product) => Promise<void>): Promise<void> {
    for (const product of this.#products) await this.#attempt(step, product, work);
  }

  /** Runs a step for all products at the same time. */
  async together(step: string, work: (product: Product) => Promise<void>): Promise<void> {
    await Promise.all(
      this.#products.map(async product => {
        await this.#attempt(step, product, work);
      }),
    );
  }

  /** Whether no product was left out. */
  get isComplete(): boolean {
    return this.#products.length === this.#all.length;
  }

  async #attempt(step: string, product: Product, work: (product: Product) => Promise<void>): Promise<void> {
    try {
      await work(product);
    } catch (error) {
      console.error(`${product.title} is left out from here on: ${step}: ${toReason(error)}`);
      this.#products = this.#products.filter(listed => listed !== product);
    }
  }

  /** Keeps a figure and prints it. The detail is printed only. */
  note(cell: CellName, posts: number, product: Product, value: number, detail = ''): void {
    this.figures.push({ cell, posts, product: product.title, value });
    const { title, digits } = CELLS[cell];
    console.log(`${posts} posts, ${title}: ${product.title} ${value.toFixed(digits)}${detail}`);
  }

  /** A figure that was noted before; NaN if there is none. */
  noted(cell: CellName, posts: number, { title }: Product): number {
    const found = this.figures.find(
      figure => figure.cell === cell && figure.posts === posts && figure.product === title,
    );
    return found?.value ?? NaN;
  }
}
