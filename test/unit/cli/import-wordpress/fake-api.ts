import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;
export type Stored = Fields & { id: number };

export interface ApiRequest {
  method: string;
  path: string;
  body: Fields;
  /** False when the request body is no JSON object; an import sends such a body to find out what its key permits. */
  isRecord: boolean;
  idempotencyKey: string | undefined;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A test's reaction to a request: an answer instead of the service's, or the work is done and its answer is lost. */
export type Interception = ApiAnswer | 'lose the answer' | undefined;

export const KEY = 'k'.repeat(64);

/** An error answer in the service's shape. */
export function fault(status: number, code: string, message: string): ApiAnswer {
  return { status, body: { status: { code, messages: [message] }, data: null } };
}

/** An in-memory stand-in for the endpoints that an import uses, with their conflicts and pages. */
export class FakeApi {
  readonly authors: Stored[] = [];
  readonly sections: Stored[] = [];
  readonly tags: Stored[] = [];
  readonly posts: Stored[] = [];
  readonly images: Stored[] = [];
  readonly assets: Stored[] = [];
  readonly requests: ApiRequest[] = [];
  intercept: (request: ApiRequest) => Interception = () => undefined;
  /** Keeps a request waiting until the promise is fulfilled. */
  hold: (request: ApiRequest) => Promise<void> | undefined = () => undefined;
  tagsFeature = true;
  inFlight = 0;
  mostInFlight = 0;

  private server: Server | undefined;
  private lastId = 1000;

  get url(): string {
    const address = this.server?.address() as AddressInfo;
    return `http://127.0.0.1:${address.port}`;
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      // A client that is gone gets no answer.
      this.serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>(resolve => this.server?.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise(resolve => this.server?.close(resolve));
  }

  /** The requests that would write. */
  get writes(): ApiRequest[] {
    return this.requests.filter(({ method, isRecord }) => method !== 'GET' && isRecord);
  }

  post(providerPostId: string): Stored | undefined {
    return this.posts.find(post => post.provider_post_id === providerPostId);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    const received = await receive(request);
    this.requests.push(received);
    await this.hold(received);
    const interception = this.intercept(received);
    const answer = typeof interception === 'object' ? interception : this.answer(request, received);
    this.inFlight -= 1;
    if (interception === 'lose the answer') request.socket.destroy();
    else response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
  }

  private answer(request: IncomingMessage, { method, path, body, isRecord }: ApiRequest): ApiAnswer {
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      return fault(403, 'api_key_invalid', 'API key is not valid');
    }
    if (!isRecord) return fault(400, 'invalid_input', 'body: must be an object');
    const url = new URL(path, 'http://fake.invalid');
    const handler = this.handlers()[`${method} ${url.pathname.replace(/\/\d+$/, '/<id>')}`];
    const id = Number(/\d+$/.exec(url.pathname)?.[0]);
    return handler ? handler(body, url.searchParams, id) : fault(404, 'not_found', `No route ${path}`);
  }

  private handlers(): Record<string, (body: Fields, query: URLSearchParams, id: number) => ApiAnswer> {
    return {
      'POST /api/1.1/authors': body =>
        this.create(this.authors, body, 'email') ??
        this.create(this.authors, body, 'name') ??
        this.add(this.authors, body),
      'GET /api/1.3/authors/email': (_, query) =>
        ok(this.authors.filter(author => author.email === query.get('emails')).map(withoutEmail)),
      'GET /api/1.2/authors/name': (_, query) =>
        ok({ data: this.authors.filter(({ name }) => name === query.get('author_names')).map(withoutEmail) }),
      'GET /api/1.3/sections': () => ok(this.sections),
      'POST /api/1.3/sections': body =>
        this.create(this.sections, body, 'url') ?? this.add(this.sections, body),
      'GET /api/1.3/tags': () =>
        this.tagsFeature ? ok(this.tags) : fault(404, 'not_found', 'The feature tagsApi is off'),
      'POST /api/1.3/tags': body => this.create(this.tags, body, 'url') ?? this.add(this.tags, body),
      'POST /api/1.3/images': body => this.addImage(body),
      'GET /api/1.3/dam/assets': (_, query) => this.listAssets(query),
      'POST /api/1.3/dam/assets': body =>
        this.assets.some(({ file_id }) => file_id === body.file_id)
          ? fault(400, 'already_exists', 'file_id: there is an asset of this file already')
          : this.add(this.assets, body),
      'POST /api/1.3/posts': body => this.addPost(body, 'published'),
      'GET /api/1.3/posts': (_, query) =>
        page(
          this.posts.filter(post => post.status === 'published'),
          query,
        ),
      'POST /api/1.3/drafts': body => this.addPost(body, 'draft'),
      'GET /api/1.3/drafts': (_, query) =>
        page(
          this.posts.filter(post => post.status === 'draft' || post.status === 'scheduled'),
          query,
        ),
      'PUT /api/1.3/drafts/<id>': ({ action, ...body }, _, id) =>
        this.editDraft(id, { ...body, ...(action === 'publish' ? { status: 'published' } : {}) }),
      'PUT /api/1.3/scheduled_posts/<id>': (body, _, id) =>
        this.editDraft(id, { ...body, status: 'scheduled' }),
    };
  }

  /** The conflict that prevents the record, if there is one. */
  private create(records: Stored[], body: Fields, unique: string): ApiAnswer | undefined {
    const value = body[unique];
    const taken = value !== undefined && records.some(record => record[unique] === value);
    return taken ? fault(409, 'conflict', `${unique}: is taken`) : undefined;
  }

  private add(records: Stored[], body: Fields): ApiAnswer {
    this.lastId += 1;
    const record = { ...body, id: this.lastId };
    records.push(record);
    return ok(record);
  }

  /** The image has 1600 × 1200 pixels; its addresses contain its id and the size. */
  private addImage(body: Fields): ApiAnswer {
    const texts = { caption: '', photo_credit: '', alt: '' };
    const answer = this.add(this.images, { width: 1600, height: 1200, ...texts, ...body });
    const image = this.images.at(-1);
    return image ? ok(Object.assign(image, { thumbnails: listThumbnails(image.id) })) : answer;
  }

  private listAssets(query: URLSearchParams): ApiAnswer {
    query.set('limit', query.get('count') ?? '100');
    const sizes = query.get('thumbnail_sizes')?.split(',') ?? [];
    const answer = page(
      this.assets.map(asset => ({
        credit: null,
        ...asset,
        image_size: '1600x1200',
        thumbnails: Object.fromEntries(
          Object.entries(listThumbnails(Number(asset.file_id))).filter(([size]) => sizes.includes(size)),
        ),
      })),
      query,
    );
    return { ...answer, body: { total: this.assets.length, items: answer.body } };
  }

  private addPost(body: Fields, status: string): ApiAnswer {
    return this.create(this.posts, body, 'provider_post_id') ?? this.add(this.posts, { ...body, status });
  }

  private editDraft(id: number, changes: Fields): ApiAnswer {
    const draft = this.posts.find(post => post.id === id && post.status !== 'published');
    if (!draft) return fault(404, 'not_found', `No draft ${id}`);
    return ok(Object.assign(draft, changes));
  }
}

function ok(body: unknown, headers?: Record<string, string>): ApiAnswer {
  return { status: 200, body, ...(headers && { headers }) };
}

/** Links the next page with a host that the client can't reach, as a service behind a proxy may. */
function page(records: Stored[], query: URLSearchParams): ApiAnswer {
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? 10);
  const next = `<https://public.invalid/api?cursor=${end}>; rel="next"`;
  return ok(records.slice(start, end), end < records.length ? { link: next } : {});
}

function listThumbnails(imageId: number): Record<string, string> {
  const sizes = ['origin', '35x35', '210x', '300x', '600x', '980x', '300x300'];
  return Object.fromEntries(sizes.map(size => [size, `https://media.example/${imageId}/${size}`]));
}

function withoutEmail({ email: _, ...author }: Stored): Stored {
  return author;
}

async function receive(request: IncomingMessage): Promise<ApiRequest> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  const sent: unknown = text ? JSON.parse(text) : {};
  const idempotencyKey = request.headers['idempotency-key']?.toString();
  const isRecord = typeof sent === 'object' && sent !== null;
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    body: isRecord ? (sent as Fields) : {},
    isRecord,
    idempotencyKey,
  };
}
