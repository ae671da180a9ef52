import { routeList } from '../../../../functions/routes/index.ts';
import { findExample } from '../examples/index.ts';
import type { Example } from '../example.ts';
import type { Document } from './document.ts';

type Row = (typeof routeList)[number];

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A value of a request by its name. */
interface Pair {
  key: string;
  value: string;
}

/**
 * The examples of all endpoints as a collection for Postman and the programs that import its format, such as Bruno. The variable `url` is the
 * address of the service, `key` an API key, which is sent in a header and never in an address.
 */
export function writeCollection(document: Document): string {
  const { title, description } = document.info;
  const item = document.tags.map(({ name, description: about }) => ({
    name: name.replaceAll('_', ' '),
    description: about,
    item: routeList.filter(row => findTag(row, document) === name).map(row => toItem(row, document)),
  }));
  return JSON.stringify({
    info: { name: `${title} API`, description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: '' },
      { key: 'key', value: '' },
    ],
    item,
  });
}

function findOperation({ method, path }: Row, { paths }: Document) {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document has no operation ${method} ${path}`);
  return operation;
}

function findTag(row: Row, document: Document): string {
  return findOperation(row, document).tags[0];
}

function toItem(row: Row, document: Document) {
  const example = findExample(row.name);
  const { summary, description } = findOperation(row, document);
  const body = toBody(example);
  const request = {
    method: row.method,
    description,
    header: toPairs(example.headers),
    url: toUrl(row.path, example),
    ...(body && { body }),
    ...(row.isKeyless === true && { auth: { type: 'noauth' } }),
  };
  return { name: summary, request };
}

/** The `{id}` of a path is `:id` there. */
function toUrl(path: string, example: Example) {
  const [variable, query] = [toPairs(example.path), toPairs(example.query)];
  const parts = path
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
    .slice(1);
  const asked = new URLSearchParams(query.map(({ key, value }): [string, string] => [key, value])).toString();
  return {
    raw: `{{url}}/${parts.join('/')}${asked === '' ? '' : `?${asked}`}`,
    host: ['{{url}}'],
    path: parts,
    ...(variable.length > 0 && { variable }),
    ...(query.length > 0 && { query }),
  };
}

function toBody({ body, form }: Example) {
  if (body !== undefined) {
    const options = { raw: { language: 'json' } };
    return { mode: 'raw', raw: JSON.stringify(body, null, 2), options };
  }
  if (!form) return undefined;
  const formdata = toPairs(form).map(({ key, value }) =>
    key === 'file' ? { key, type: 'file', src: value } : { key, type: 'text', value },
  );
  return { mode: 'formdata', formdata };
}

function toPairs(values: Readonly<Record<string, unknown>> = {}): Pair[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: String(value) }));
}
