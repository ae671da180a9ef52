import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../../functions/routes/index.ts';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import type { Example } from '../../../../infra/sites/reference/example.ts';
import { examples } from '../../../../infra/sites/reference/examples/index.ts';
import { useApi, type Call } from '../../../support/api/api.ts';
import { makeAccount, openSession } from '../../../support/resources/sessions.ts';

const api = useApi();

type Row = (typeof routeList)[number];

let document: any;
let reader: string;
/** The request of a page with a session. */
let session: Call;

beforeAll(async () => {
  document = await openApi();
  reader = (await api.makeKey('Reader', { permissions: ['read'] })).key;
  session = await openSession(api, (await makeAccount(api)).id);
});

function getOperation({ method, path }: Row): any {
  return document.paths[path][method.toLowerCase()];
}

function getExample({ name }: Row): Example {
  return examples[name as keyof typeof examples];
}

/** Sends a row's example with ids that do not exist. */
function send(row: Row, call: Call = {}) {
  const { query = {}, body } = getExample(row);
  return api.send(row.method, row.path.replaceAll(/\{\w+\}/g, '12345'), {
    query,
    ...(body !== undefined && call.raw === undefined && { body }),
    ...call,
  });
}

/** Expects the document to name the status and code of a refusal for this endpoint. */
function expectDocumented(row: Row, { status, body }: { status: number; body: any }): void {
  const documented = getOperation(row).responses[status];
  expect(documented, `${row.name} documents ${status}`).toBeDefined();
  const response = document.components.responses[documented.$ref.split('/').at(-1)];
  const codes = Object.keys(response.content['application/json'].examples);
  expect(codes).toContain(body.status.code);
}

describe('OpenAPI document', () => {
  it.each(routeList.filter(({ isKeyless }) => !isKeyless))(
    'names the 401 of $name without a key',
    async row => {
      const refused = await send(row, { key: null });

      expect(refused.status).toBe(401);
      expectDocumented(row, refused);
    },
  );

  it.each(routeList.filter(({ permission }) => permission !== 'read'))(
    'names the 403 of $name without the permission',
    async row => {
      const refused = await send(row, { key: reader });

      expect(refused.status).toBe(403);
      expectDocumented(row, refused);
    },
  );

  it.each(routeList.filter(({ path }) => path.includes('{')))(
    'names the 404 of $name for an unknown id',
    async row => {
      const { form, bySession = false } = getExample(row);
      const refused = await send(row, { ...(bySession && session), ...(form && { raw: 'a,b\n1,2\n' }) });

      expect(refused.status).toBe(404);
      expectDocumented(row, refused);
    },
  );

  it.each(routeList.filter(row => getExample(row).body !== undefined))(
    'names the error of $name for malformed JSON',
    async row => {
      const refused = await send(row, { raw: '{"headline": ' });

      expect(refused.body.status.code).toBe('malformed_json');
      expectDocumented(row, refused);
    },
  );

  it.each(routeList.filter(({ method, isKeyless }) => method === 'POST' && !isKeyless))(
    'names the 400 of $name for a malformed Idempotency-Key',
    async row => {
      const refused = await send(row, { headers: { 'idempotency-key': 'é'.repeat(2) } });

      expect(refused.status).toBe(400);
      expectDocumented(row, refused);
    },
  );
});
