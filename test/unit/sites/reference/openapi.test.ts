import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { routeList } from '../../../../functions/routes/index.ts';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import { BUILT_IN_ROLES } from '../../../../shared/platform/site/permissions.ts';

const document: any = await openApi({ site: {} });

function operations(of: any = document): any[] {
  return Object.entries<any>(of.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

function operation(id: string, of: any = document): any {
  return operations(of).find(({ operationId }) => operationId === id);
}

function named({ parameters }: any, name: string): any {
  return parameters.find((one: any) => one.name === name);
}

/** All values in the document under this name. */
function* all(name: string, value: unknown = document): Generator {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    if (key === name) yield one;
    yield* all(name, one);
  }
}

/** The routes that need no key on any site. */
const KEYLESS = [
  'previewsGet',
  'sessionsCreate',
  'sessionsPasskey',
  'sessionsPasskeyOptions',
  'sessionsSingleSignOn',
  'sessionsSingleSignOnOptions',
  'invitationsAccept',
];

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has exactly one operation for every route', () => {
    const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);

    expect(described.sort()).toEqual(routeList.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('gives every operation a unique name, a summary, a permission and an example of its answer', () => {
    expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(routeList.length);
    for (const one of operations()) {
      expect(one.summary, one.operationId).toMatch(/\w/);
      const needsKey = !KEYLESS.includes(one.operationId);
      expect(one['x-permission'].length > 0, one.operationId).toBe(needsKey);
      const [content] = Object.values(one.responses[200].content);
      expect(content, one.operationId).toHaveProperty('example');
    }
  });

  it('refers only to its own components, and has none without a reference', () => {
    const references = new Set([...all('$ref')]);
    const parts = Object.entries<any>(document.components).flatMap(([kind, entries]) =>
      kind === 'securitySchemes' ? [] : Object.keys(entries).map(name => `#/components/${kind}/${name}`),
    );

    expect([...references].sort()).toEqual(parts.sort());
  });

  it('describes every tag', () => {
    expect(document.tags.filter((tag: any) => !tag.description)).toEqual([]);
  });

  it('is the same each time it is generated', async () => {
    expect(await openApi({ site: {} })).toEqual(document);
  });
});

describe('a request in the OpenAPI document', () => {
  it('has query parameters of the types that their texts represent', () => {
    const list = operation('postsList');

    expect(named(list, 'limit').schema).toEqual({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: 100,
      default: 10,
    });
    expect(named(list, 'exclude_private').schema).toEqual({ type: 'boolean', default: false });
    expect(named(list, 'tags')).toMatchObject({ style: 'form', explode: false, schema: { type: 'array' } });
    expect(named(operation('damBulkEdit'), 'bulk')).toMatchObject({
      required: true,
      schema: { const: true },
    });
  });

  it('has the types of the keys of roar_specific_data that are checked, and accepts others', () => {
    const data = document.components.schemas.DraftCreate.properties.roar_specific_data;

    expect(data).toMatchObject({
      type: ['object', 'null'],
      properties: {
        keep_reading_button_text: { type: ['string', 'null'], maxLength: 200 },
        keep_reading_hide_word_count: { type: ['boolean', 'null'] },
      },
      additionalProperties: true,
    });
  });

  it('has a form, JSON or the file itself as its body', () => {
    const kinds = (id: string) => Object.keys(operation(id).requestBody.content);

    expect(kinds('imagesCreate')).toEqual(['multipart/form-data']);
    expect(kinds('documentsEdit')).toEqual(['multipart/form-data', 'application/octet-stream']);
    expect(kinds('draftsCreate')).toEqual(['application/json']);
  });

  it('lists the headers that the endpoint evaluates', () => {
    const headers = (id: string) =>
      operation(id).parameters.flatMap(({ $ref }: any) => ($ref === undefined ? [] : $ref.split('/').at(-1)));

    expect(headers('postsGet')).toEqual(['if-none-match', 'prefer']);
    expect(headers('draftsEdit')).toEqual(['if-match', 'prefer']);
    expect(headers('damCreate')).toEqual(['idempotency-key', 'prefer', 'x-http-method-override']);
  });
});

describe('the errors of an endpoint', () => {
  const statuses = (id: string, of?: any) => Object.keys(operation(id, of).responses);

  it('the errors of an endpoint follow from its parameters and its work', () => {
    expect(statuses('badgesList')).toEqual(['200', '304', '400', '401', '403', '413', '429', '500', '503']);
    expect(statuses('postsGet')).toEqual(['200', '304', '400', '401', '403', '404', '429', '500', '503']);
    expect(statuses('scraperGet')).toEqual(expect.arrayContaining(['400', '502', '504']));
    expect(statuses('draftsEdit')).toEqual(expect.arrayContaining(['404', '409', '412', '413']));
    expect(statuses('imagesCreate')).toEqual(
      expect.arrayContaining(['409', '413', '415', '422', '502', '504']),
    );
  });

  it('have the refusal of a compressed body at every operation that has a body', () => {
    for (const { operationId, requestBody, responses } of operations())
      expect('415' in responses, operationId).toBe(requestBody !== undefined);
  });
});

describe('the OpenAPI document of a site', () => {
  it('marks endpoints that need no key there', async () => {
    const open = await openApi({ site: { features: { publicRead: true } } });

    expect(operation('postsGet', open).security[0]).toEqual({});
    expect(operation('postsGet', open).responses).not.toHaveProperty('401');
    expect(operation('draftsGet', open)).not.toHaveProperty('security');
    expect(operation('postsGet')).not.toHaveProperty('security');
  });

  it('contains the site’s header, types of posts, roles and limits', async () => {
    const own: any = await openApi({
      site: {
        apiKeyHeader: 'x-vendor-key',
        postTypes: ['page', 'poem'],
        customRoles: { Columnist: ['write_draft'] },
        limits: { requestsPerMinute: 5 },
      },
    });

    expect(own.components.securitySchemes.own).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'x-vendor-key',
    });
    expect(named(operation('postsList', own), 'type').schema.enum).toEqual(['page', 'poem']);
    for (const body of ['AuthorCreate', 'AuthorEdit'])
      expect(own.components.schemas[body].properties.role.anyOf).toEqual([
        { type: 'string', maxLength: 100, enum: [...BUILT_IN_ROLES.keys(), 'Columnist'] },
        { type: 'null' },
      ]);
    expect(operation('postsList', own).responses[200].headers).toHaveProperty('ratelimit');
    expect(operation('postsList').responses[200].headers).not.toHaveProperty('ratelimit');
  });
});
