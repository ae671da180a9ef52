import { routeList } from '../../../../functions/routes/index.ts';
import { COSTS } from '../costs.ts';
import { ERRORS } from '../errors.ts';
import type { Example } from '../example.ts';
import { findExample } from '../examples/index.ts';
import { heading, paragraph, paragraphs, type Block, type FieldRow, type Page } from './blocks.ts';
import { OPERATION_ALIASES } from './content/aliases.ts';
import { toSchemaName, type Document, type Operation } from './document.ts';
import { findFieldPage } from './field-pages.ts';
import { referredName, resolve, toRows, toType } from './schema-rows.ts';
import { writeSnippets } from './snippets.ts';

type Row = (typeof routeList)[number];

interface Shown {
  row: Row;
  operation: Operation;
  example: Example;
  document: Document;
}

/** A page for each operation. */
export function operationPages(document: Document): Page[] {
  return routeList.map(row => {
    const operation = document.paths[row.path]?.[row.method.toLowerCase()];
    if (!operation) throw new Error(`The document has no operation of ${row.name}`);
    const shown = { row, operation, example: findExample(row.name), document };
    const { operationId, summary } = operation;
    return {
      path: `operations/${operationId}`,
      title: summary,
      summary: `\`${row.method} ${row.path}\``,
      aliases: [row.name.replaceAll(/[/_-]/g, ' '), ...(OPERATION_ALIASES[row.name] ?? [])],
      rank: 2,
      blocks: [
        paragraph(`\`${row.method} ${row.path}\``),
        ...paragraphs(operation.description),
        { kind: 'tabs', snippets: renderSnippets(shown) },
        tryIt(shown),
        ...sent(shown),
        ...answered(shown),
        ...errors(shown),
        ...renderCost(row),
      ],
    };
  });
}

function renderSnippets({ row, operation, example }: Shown) {
  const { name, method, path } = row;
  const isJson = Object.keys(operation.responses[200].content).some(type => type.includes('json'));
  return writeSnippets({ name, method, path, hasKey: row.isKeyless !== true, isJson, example });
}

function tryIt({ row, operation, example }: Shown): Block {
  const types = Object.keys(operation.requestBody?.content ?? {});
  const kind = types[0]?.startsWith('multipart') ? 'form' : types.length > 0 ? 'json' : 'none';
  const text = example.body === undefined ? '' : JSON.stringify(example.body, null, 2);
  return { kind: 'try', method: row.method, path: row.path, body: kind, example: text };
}

function sent({ operation, document }: Shown): Block[] {
  const parameters = operation.parameters.map(parameter =>
    '$ref' in parameter ? document.components.parameters[toSchemaName(parameter.$ref)]! : parameter,
  );
  const rows = parameters.map(({ name, in: place, schema, description, required }): FieldRow => {
    const type = `${toType(schema)}${required && place !== 'path' ? ', required' : ''}`;
    return { name, place, type, text: description };
  });
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const body = content ? toRows(resolve(content.schema, document), 'body') : [];
  return [
    ...(rows.length === 0 ? [] : [renderFields('Parameters', rows)]),
    ...(body.length === 0 ? [] : [renderFields('Body', body)]),
  ];
}

function renderFields(caption: string, rows: readonly FieldRow[]): Block {
  return { kind: 'fields', caption, rows };
}

/** A longer example is cut: the pages of the fields have the rest. */
const MAX_EXAMPLE = 3500;

function answered({ operation, document }: Shown): Block[] {
  const [[type, content] = []] = Object.entries(operation.responses[200].content);
  if (type === undefined || !content) return [];
  const name = referredName(content.schema);
  const schema = resolve(content.schema, document);
  const page = name === undefined || !schema.properties ? undefined : findFieldPage(name);
  const rows = page === undefined ? toRows(schema, '') : [];
  const { example } = content;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 1);
  const isCut = text.length > MAX_EXAMPLE;
  return [
    heading('Answer'),
    ...(page === undefined ? [] : [paragraph(`Status 200, \`${type}\`. [The fields of ${name}](${page}).`)]),
    ...(rows.length === 0 ? [] : [renderFields('Fields of the answer', rows)]),
    {
      kind: 'code',
      language: 'json',
      label: 'An answer',
      text: isCut ? `${text.slice(0, MAX_EXAMPLE).replace(/\n[^\n]*$/, '')}\n…` : text,
    },
  ];
}

function errors({ operation, document }: Shown): Block[] {
  const codes = new Set(
    Object.values(operation.responses).flatMap(response => {
      if (typeof response !== 'object' || response === null || !('$ref' in response)) return [];
      const refusal = document.components.responses[toSchemaName(String(response.$ref))];
      return Object.keys(refusal?.content['application/json'].examples ?? {});
    }),
  );
  const items = ERRORS.filter(({ code }) => codes.has(code)).map(
    ({ code, status, when }) => `${status} [${code}](errors/${code}): ${when}.`,
  );
  return [heading('Errors'), { kind: 'list', items }];
}

const COST_BY_NAME = new Map(Object.entries(COSTS));

/** A test holds the figures (test/api/service/budget.test.ts). */
function renderCost({ name }: Row): Block[] {
  const found = COST_BY_NAME.get(name);
  if (!found) return [];
  const { calls, trips, read, write } = found;
  const inTrips = trips < calls ? ` in ${count(trips, 'round trip')}` : '';
  const units = `${count(read, 'read unit')} and ${count(write, 'write unit')} of DynamoDB`;
  return [
    heading('Cost'),
    paragraph(
      `An ordinary request makes at most ${count(calls, 'call')} to AWS${inTrips}. It uses at most ${units}.`,
    ),
    ...(write === 0 ? [] : [paragraph('What follows in the background is not counted.')]),
  ];
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}
