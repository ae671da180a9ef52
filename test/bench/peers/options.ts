import { parseArgs } from 'node:util';
import { UsageError } from '../../../infra/core/command.ts';
import type { Product } from './product.ts';
import { OPTIONAL, PRODUCTS } from './products.ts';

const SIZES = [1_000, 20_000];
const SECONDS = 8;
/** Fewer posts are fewer than ten of a tag or with a word. */
const MIN_POSTS = 200;

export interface Options {
  products: readonly Product[];
  sizes: readonly number[];
  seconds: number;
  /** Whether the figures are those of the documents. */
  isStandard: boolean;
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      posts: { type: 'string' },
      only: { type: 'string' },
      with: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  return {
    products: chooseProducts(values),
    sizes: values.posts === undefined ? SIZES : values.posts.split(',').map(parseSize),
    seconds: values.seconds === undefined ? SECONDS : parseSeconds(values.seconds),
    isStandard: Object.keys(values).length === 0,
  };
}

function chooseProducts({ only, with: added }: { only?: string; with?: string }): readonly Product[] {
  const [ours, ...peers] = PRODUCTS;
  const chosen = [
    ...(only === undefined ? peers : productsNamed('--only', only)),
    ...(added === undefined ? [] : productsNamed('--with', added)),
  ];
  return [ours, ...[...peers, ...OPTIONAL].filter(peer => chosen.includes(peer))];
}

/** @throws UsageError */
function productsNamed(option: string, names: string): Product[] {
  const products = [...PRODUCTS, ...OPTIONAL];
  return names.split(',').map(name => {
    const product = products.find(one => one.name === name);
    if (product) return product;
    const existing = products.map(one => one.name).join(', ');
    throw new UsageError(`${option}: there is no ${name}; there are: ${existing}.`);
  });
}

function parseSize(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= MIN_POSTS) return Number(text);
  throw new UsageError(`--posts: ${text} must be a number of at least ${MIN_POSTS}.`);
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError(`--seconds: ${text} must be 1 to 99.`);
}
