import type { routeList } from '../../../functions/routes/index.ts';
import { permissionText } from '../../../shared/platform/http/caller.ts';
import type { AnyEndpoint } from '../../../shared/platform/http/endpoint.ts';
import { describeBodies, FILE_BODY, FORM_BODY, JSON_BODY, type Bodies } from './bodies.ts';
import type { Example } from './example.ts';
import { toHeaders, listSentHeaders, type SentHeader } from './headers.ts';
import { describeConditions, describeParameters, type Parameter } from './parameters.ts';
import { listRefusals } from './refusals.ts';
import { notModified, success, type Refusals } from './responses.ts';
import type { Schemas } from './schemas/components.ts';
import type { JsonSchema } from './schemas/convert.ts';
import { listSecurity } from './security.ts';

export type Row = (typeof routeList)[number];

/** The shared parts of the document. */
export interface Shared {
  schemas: Schemas;
  refusals: Refusals;
}

interface Documented {
  row: Row;
  endpoint: AnyEndpoint;
  example: Example;
  /** The answer of the example. */
  answer: unknown;
}

/** Describes an endpoint as an operation of the document. */
export function describeOperation(
  { row, endpoint, example, answer }: Documented,
  { schemas, refusals }: Shared,
): object {
  const { name, method, permission, summary } = row;
  const parameters = describeParameters(endpoint);
  const bodies = describeBodies(endpoint, schemas, name);
  const schema = schemas.of(endpoint.answer, 'answered', name);
  const isPaged = parameters.some(parameter => parameter.name === 'cursor');
  const errors = listRefusals({ row, example, bodies, isList: isPaged || schema.type === 'array' });
  const security = listSecurity(row);
  return {
    operationId: operationId(name),
    tags: [toTag(name)],
    summary,
    description: description(row, example, describeConditions(endpoint)),
    ...(security && { security }),
    'x-permission': row.isKeyless ? [] : [permission].flat(),
    parameters: [
      ...parameters.map(parameter => withExample(parameter, example)),
      ...headerReferences(row, example, bodies),
    ],
    ...(bodies && { requestBody: requestBody(bodies, example) }),
    responses: {
      200: success({
        schema,
        headers: toHeaders(row, example, isPaged),
        example: answer,
        types: example.types,
      }),
      ...(method === 'GET' && { 304: notModified }),
      ...refusals.of(errors),
    },
  };
}

function headerReferences(row: Row, example: Example, bodies: Bodies | undefined): { $ref: string }[] {
  const sent = listSentHeaders(row, { ...example, headers: extraHeaders(row.name, bodies) });
  return sent.map(header => ({ $ref: `#/components/parameters/${header}` }));
}

/** Converts `dam/bulk-edit` to damBulkEdit, and `api_keys/list` to apiKeysList. */
function operationId(name: string): string {
  return name.replaceAll(/[/_-]([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

export function toTag(name: string): string {
  return name.split('/')[0] ?? name;
}

function description(
  { permission, public: open, isKeyless }: Row,
  { says, notes }: Example,
  conditions: readonly string[],
): string {
  const needed = [permission].flat().map(required => `\`${required}\``);
  const who = open
    ? ' On a site with `publicRead` it needs no key; without one it returns public data only.'
    : '';
  return [
    ...(notes === undefined ? [] : [notes]),
    ...conditions.map(condition => `Condition: ${condition}.`),
    isKeyless
      ? 'Needs no key: the request contains a secret.'
      : `Needs ${permissionText(permission) === 'admin' ? 'an administrator’s key' : `the permission ${needed.join(' or ')}`}.${who}`,
    `Example: ${says}`,
  ].join('\n\n');
}

function withExample(
  parameter: Parameter,
  { path = {}, query = {} }: Example,
): Parameter & { example?: unknown } {
  const value = (parameter.in === 'path' ? path : query)[parameter.name];
  if (value === undefined) return parameter;
  const { type } = parameter.schema;
  if (type === 'array') return { ...parameter, example: String(value).split(',') };
  if (type === 'boolean') return { ...parameter, example: Number(value) === 1 };
  return { ...parameter, example: type === 'integer' ? Number(value) : value };
}

/** Headers that only a few endpoints support. */
function extraHeaders(name: string, bodies: Bodies | undefined): SentHeader[] {
  return [
    ...(name === 'dam/create' ? (['x-http-method-override'] as const) : []),
    ...(bodies && FILE_BODY in bodies ? (['content-disposition'] as const) : []),
  ];
}

function requestBody(bodies: Bodies, { body, form }: Example): object {
  const content = Object.entries(bodies).map(([type, schema]) => {
    if (type === FORM_BODY && form) return [type, { schema: withFormExamples(schema, form) }] as const;
    return [type, { schema, ...(type === JSON_BODY && body !== undefined && { example: body }) }] as const;
  });
  return { required: true, content: Object.fromEntries(content) };
}

/** A form's schema with an example of each text field; files have none. */
function withFormExamples(schema: JsonSchema, form: NonNullable<Example['form']>): JsonSchema {
  const fields = Object.entries(schema.properties ?? {});
  const properties = fields.map(([name, field]): [string, JsonSchema | boolean] =>
    name === 'file' || typeof field !== 'object' || form[name] === undefined
      ? [name, field]
      : [name, { ...field, examples: [form[name]] }],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}
