import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, UploadRefused, type Progress } from '../../../infra/client/source/index.ts';
import { broken, makeClient, reply } from './support/service.ts';
import { until } from '../../support/time/until.ts';

const FORM = { upload_id: 7, url: 'https://bucket.example/', fields: { key: 'uploads/7', policy: 'p' } };
const large = { name: 'large.jpg', content: new Uint8Array(4_000_001), type: 'image/jpeg' };
function arrived() {
  return new Response(null, { status: 204 });
}

const fast = { retry: { attempts: 3, forMs: 600_000 } };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('upload() of a file of at most 4 MB', () => {
  it('sends the file and its fields in one request', async () => {
    const { client, sent } = makeClient([reply({ id: 1 })]);
    const progress: Progress[] = [];

    const image = await client.images.upload(
      { ...large, content: new Uint8Array(4_000_000) },
      { body: { alt: 'A' }, onProgress: seen => progress.push(seen), idempotencyKey: 'mine' },
    );

    expect(image).toEqual({ id: 1 });
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/1.3/images']);
    expect(sent[0]!.headers.get('idempotency-key')).toBe('mine');
    expect(sent[0]!.text).toContain('name="alt"\r\n\r\nA');
    expect(progress).toEqual([
      { loaded: 0, total: 4_000_000 },
      { loaded: 4_000_000, total: 4_000_000 },
    ]);
  });
});

describe('upload() with an Idempotency-Key that outlives the process', () => {
  it('sends the same bytes again', async () => {
    const { client, sent } = makeClient([reply({ id: 1 }), reply({ id: 1 }), reply({ id: 2 })]);
    const file = { ...large, content: new Uint8Array([1, 2]) };

    for (const idempotencyKey of ['mine', 'mine', 'another "key"/'.repeat(9)])
      await client.images.upload(file, { body: { alt: 'A' }, idempotencyKey });

    const [first, again, other] = sent;
    expect(again).toEqual(first);
    expect(other!.text).not.toBe(first!.text);
    expect(other!.headers.get('content-type')).toMatch(/boundary=[\w-]{10,70}$/);
  });

  it('claims the same upload of a larger file', async () => {
    const replies = [reply(FORM), arrived(), reply({ id: 1 })];
    const { client, sent } = makeClient(replies);

    await client.images.upload(large, { idempotencyKey: 'mine' });

    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine', null, 'mine']);
  });
});

describe('upload() of a larger file', () => {
  it('sends the file to the bucket by a form of the service, then claims it', async () => {
    const { client, sent } = makeClient([reply(FORM), arrived(), reply({ id: 1 })]);

    const image = await client.images.upload(large, { body: { alt: 'A' } });

    expect(image).toEqual({ id: 1 });
    expect(sent.map(({ method, url }) => `${method} ${url.host}${url.pathname}`)).toEqual([
      'POST api.example/api/1.3/uploads',
      'POST bucket.example/',
      'POST api.example/api/1.3/images',
    ]);
    const [request, form, claim] = sent;
    expect(JSON.parse(request!.text)).toEqual({
      filename: 'large.jpg',
      content_type: 'image/jpeg',
      size: 4_000_001,
    });
    expect(form!.headers.get('authorization')).toBeNull();
    const fields = [...form!.text.slice(0, 2000).matchAll(/name="(\w+)"/g)].map(([, name]) => name);
    expect(fields).toEqual(['key', 'policy', 'file']);
    expect(JSON.parse(claim!.text)).toEqual({ alt: 'A', upload_id: 7 });
  });

  it('reports progress up to the last byte', async () => {
    const { client, sent } = makeClient([reply(FORM), arrived()]);
    const progress: Progress[] = [];

    expect(await client.uploads.send(large, { onProgress: seen => progress.push(seen) })).toBe(7);

    const loaded = progress.map(seen => seen.loaded);
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(10);
    expect(progress.at(-1)).toEqual({ loaded: 4_000_001, total: 4_000_001 });
    expect(Number(sent[1]!.headers.get('content-length'))).toBe(sent[1]!.text.length);
  });

  it('sends the file again when the connection breaks', async () => {
    const { client, sent } = makeClient([reply(FORM), broken(), arrived()], fast);

    await client.uploads.send(large);

    expect(sent).toHaveLength(3);
    expect(sent[2]!.text === sent[1]!.text).toBe(true);
  });

  it('throws UploadRefused with the message of the bucket', async () => {
    const answer = new Response('<Error><Code>A</Code><Message>Too large</Message></Error>', { status: 400 });
    const { client } = makeClient([reply(FORM), answer]);
    const refused = client.uploads.send(large);

    await expect(refused).rejects.toThrow(UploadRefused);
    await expect(refused).rejects.toMatchObject({ status: 400, messages: ['Too large'] });
  });

  it('stops sending when the call is aborted', async () => {
    const controller = new AbortController();
    const { client, sent } = makeClient([reply(FORM), arrived()]);
    const stop = ({ loaded }: Progress): void => {
      if (loaded > 1_000_000) controller.abort(new Error('enough'));
    };

    await expect(
      client.images.upload(large, { onProgress: stop, signal: controller.signal }),
    ).rejects.toThrow();
    expect(sent.map(({ url }) => url.pathname)).not.toContain('/api/1.3/images');
  });
});

function nothing(): void {
  // Stands for a callback that does nothing.
}

/** A browser's XMLHttpRequest; `outcomes` are those of its requests in turn. */
function stubXhr(...outcomes: ('sent' | 'fails' | 'hangs')[]) {
  const used: FakeXhr[] = [];
  class FakeXhr {
    upload: { onprogress?: (event: { loaded: number }) => void } = {};
    status = 0;
    responseText = '';
    onload: () => void = nothing;
    onerror: () => void = nothing;
    onabort: () => void = nothing;
    opened = '';
    type = '';
    isAborted = false;
    open = (method: string, url: string) => (this.opened = `${method} ${url}`);
    setRequestHeader = (name: string, value: string) => (this.type = `${name}: ${value}`);
    send(body: Blob) {
      used.push(this);
      const outcome = outcomes.shift();
      this.upload.onprogress?.({ loaded: body.size / 2 });
      if (outcome === 'fails') this.onerror();
      if (outcome !== 'sent') return;
      this.upload.onprogress?.({ loaded: body.size });
      this.status = 204;
      this.onload();
    }
    abort() {
      this.isAborted = true;
      this.onabort();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  return used;
}

describe('upload() of a larger file in a browser', () => {
  it('uses XMLHttpRequest, because only it reports progress', async () => {
    const used = stubXhr('fails', 'sent');
    const { client, sent } = makeClient([reply(FORM)], fast);
    const progress: number[] = [];

    await client.uploads.send(large, { onProgress: ({ loaded, total }) => progress.push(loaded / total) });

    expect(sent).toHaveLength(1);
    expect(used.map(({ opened }) => opened)).toEqual(Array(2).fill('POST https://bucket.example/'));
    expect(used[0]!.type).toMatch(/^content-type: multipart\/form-data; boundary=/);
    expect(progress.map(part => part.toFixed(1))).toEqual(['0.5', '0.5', '1.0']);
  });

  it('aborts the XMLHttpRequest when the call is aborted', async () => {
    const used = stubXhr('hangs');
    const controller = new AbortController();
    const { client } = makeClient([reply(FORM)]);
    const ended = client.uploads.send(large, { signal: controller.signal }).catch((error: unknown) => error);
    await until(() => expect(used).toHaveLength(1));

    controller.abort(new Error('enough'));

    expect(await ended).toEqual(new Error('enough'));
    expect(used[0]!.isAborted).toBe(true);
  });

  it('throws ConnectionError when the connection fails', async () => {
    stubXhr('fails');
    const { client } = makeClient([reply(FORM)], { retry: { attempts: 1 } });

    await expect(client.uploads.send(large)).rejects.toThrow(ConnectionError);
  });
});
