import { describe, expect, it } from 'vitest';
import { routeList, routes } from '../../../functions/routes/index.ts';
import { createClient } from '../../../infra/client/source/index.ts';
import { toCamelCase } from '../../../infra/client/source/names.ts';
import { makeClient, reply } from './support/service.ts';

type Methods = Record<string, Record<string, (call: object) => Promise<unknown>>>;

function listMethods(client: object): string[] {
  return Object.entries(client).flatMap(([resource, methods]: [string, object]) =>
    Object.keys(methods).map(action => `${resource}.${action}`),
  );
}

describe('createClient()', () => {
  it('has a method for each row of the route table, and three for files', () => {
    const named = Object.keys(routes).map(name => name.split('/').map(toCamelCase).join('.'));
    const ofFiles = ['images.upload', 'documents.upload', 'uploads.send'];

    expect(listMethods(createClient({ url: 'http://127.0.0.1' })).sort()).toEqual(
      [...named, ...ofFiles].sort(),
    );
  });

  it.each([
    ['api_keys', 'apiKeys'],
    ['record-page-views', 'recordPageViews'],
    ['by-email', 'byEmail'],
    ['get', 'get'],
  ])('toCamelCase() turns %s into %s', (name, expected) => {
    expect(toCamelCase(name)).toBe(expected);
  });

  it.each(routeList)('sends $name to the method and path of its row', async ({ name, method, path }) => {
    const { client, sent } = makeClient([reply({ answered: true })]);
    const [resource = '', action = ''] = name.split('/').map(toCamelCase);
    const parameters = Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, key], nth) => [key, nth + 7]),
    );

    const body = await (client as unknown as Methods)[resource]![action]!({ path: parameters });

    expect(body).toEqual({ answered: true });
    const expected = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(parameters[key]));
    expect(sent).toMatchObject([{ method, text: '' }]);
    expect(sent[0]!.url.pathname).toBe(expected);
  });

  it('has upload methods where the body of an endpoint takes files', async () => {
    const takes = await Promise.all(
      routeList.map(async ({ name, load }) =>
        'file' in getEntries((await load()).default.body) ? [name] : [],
      ),
    );

    // documents/edit takes a file too, but creates no record; the client has no upload method for it.
    expect(takes.flat()).toEqual(['images/create', 'documents/create', 'documents/edit']);
  });
});

function getEntries(schema: any): object {
  return schema?.entries ?? schema?.pipe?.[0]?.entries ?? {};
}
