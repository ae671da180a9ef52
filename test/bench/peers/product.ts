import type { Article } from './article.ts';

/** Data and port of a product's process. */
interface Place {
  /** The folder of the data. */
  data: string;
  port: number;
}

/** How a process is started. */
interface Start {
  /** The binary of Node.js. Default: the one that runs the bench. */
  command?: string;
  /** The arguments of Node.js. */
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

type Headers = Readonly<Record<string, string>>;

/** The requests of the bench, as a product's API takes them. Lists answer with the newest ten posts and their bodies. */
export interface Requests {
  get: (id: string) => string;
  newest: string;
  tagged: (tag: string) => string;
  /** Absent where the API has no search. */
  search?: (word: string) => string;
  /** Creates a published post. */
  create: { path: string; body: (article: Article) => object; readId: (answer: unknown) => string };
}

/** Calls a running product. @throws Error when the status is not 2xx */
export type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** A product that the bench measures: Broadsheet, or a peer. */
export interface Product {
  /** Names it in options and folders. */
  readonly name: string;
  /** Name and version. */
  readonly title: string;
  /** Whether a published post can be found by search some time after the answer only; false without search. */
  readonly indexesLater: boolean;
  /** The headers of every request, with the API key. A function makes them at the start of each load or single request. */
  readonly headers: Headers | (() => Headers);
  /** Changes when archives of earlier versions no longer represent the product. */
  fingerprint: () => string;
  /** Installs it, unless it is installed. */
  install: () => Promise<void>;
  /** Creates an empty database, if the product does not do it at its first start. */
  prepare?: (data: string) => Promise<void>;
  start: (place: Place) => Start;
  /** The path of a request that succeeds as soon as the product serves posts. */
  readonly readyPath: string;
  /** Makes a new database ready for posts. @returns the requests that the archive takes */
  open: (call: Call) => Promise<Requests>;
}

/** The API key of every product. */
export const API_KEY = 'bench-key-of-a-product-on-this-machine';
