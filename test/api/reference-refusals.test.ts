import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../functions/routes/index.ts';
import { openApi } from '../../infra/pages/reference/document.ts';
import type { Example } from '../../infra/pages/reference/example.ts';
import { examples } from '../../infra/pages/reference/examples/index.ts';
import { useApi, type Call } from './support/api.ts';

const api = useApi();

type Row = (typeof routeList)[number];

let document: any;
let reader: string;

beforeAll(async () => {
  document = await openApi();
  reader = (await api.keyOf('Reader', { permissions: ['read'] })).key;
});

function operationOf({ method, path }: Row): any {
  return document.paths[path][method.toLowerCase()];
}

function exampleOf({ name }: Row): Example {
  return examples[name as keyof typeof examples];
}

/** Sends a row's example, of whose ids none is there. */
function send(row: Row, call: Call = {}) {
  const { query = {}, body } = exampleOf(row);
  return api.send(row.method, row.path.replaceAll(/\{\w+\}/g, '12345'), {
    query,
    ...(body !== undefined && call.raw === undefined && { body }),
    ...call,
  });
}

/** The status and code of a refusal, which the document must have of this endpoint. */
function expectToldOf(row: Row, { status, body }: { status: number; body: any }): void {
  const told = operationOf(row).responses[status];
  expect(told, `${row.name} is told of ${status}`).toBeDefined();
  const response = document.components.responses[told.$ref.split('/').at(-1)];
  const codes = Object.keys(response.content['application/json'].examples);
  expect(codes).toContain(body.status.code);
}

describe('the document tells of each endpoint', () => {
  it.each(routeList)('$name: that it needs a key', async row => {
    const refused = await send(row, { key: null });

    expect(refused.status).toBe(401);
    expectToldOf(row, refused);
  });

  it.each(routeList.filter(({ permission }) => permission !== 'read'))(
    '$name: what the key must have',
    async row => {
      const refused = await send(row, { key: reader });

      expect(refused.status).toBe(403);
      expectToldOf(row, refused);
    },
  );

  it.each(routeList.filter(({ path }) => path.includes('{')))('$name: what isn’t there', async row => {
    const refused = await send(row, exampleOf(row).form ? { raw: 'a,b\n1,2\n' } : {});

    expect(refused.status).toBe(404);
    expectToldOf(row, refused);
  });

  it.each(routeList.filter(row => exampleOf(row).body !== undefined))(
    '$name: a body that is no JSON',
    async row => {
      const refused = await send(row, { raw: '{"headline": ' });

      expect(refused.body.status.code).toBe('malformed_json');
      expectToldOf(row, refused);
    },
  );

  it.each(routeList.filter(({ method }) => method === 'POST'))(
    '$name: an Idempotency-Key that is none',
    async row => {
      const refused = await send(row, { headers: { 'idempotency-key': 'é'.repeat(2) } });

      expect(refused.status).toBe(400);
      expectToldOf(row, refused);
    },
  );
});
