import { heading, paragraph, type FieldRow, type Page } from './blocks.ts';
import { POST_GROUPS, type FieldGroup } from './content/field-groups.ts';
import type { Document, SchemaNode } from './document.ts';
import { toRows } from './schema-rows.ts';

/** Schemas of which each has the fields of one resource: what is sent, what is answered, and parts of it. */
const POST = 'post';
const POST_SCHEMAS =
  /^(?:Post|PostFields|EditorPost|EditedPost|Draft\w+|Post(?:Create|Edit)|EditorPostEdit)$/;

/** The resource of a schema: `SectionCreate` and `SectionFields` are about sections. */
function toResource(schema: string): string {
  if (POST_SCHEMAS.test(schema)) return POST;
  const plain = schema.replace(/^New/, '').replace(/(?:Create|Edit|Input|Fields|Answer|Form|OrImages)$/, '');
  return plain.replaceAll(/(?<=[a-z])[A-Z]/g, letter => `-${letter}`).toLowerCase();
}

/** The page with the fields of a schema. */
export function findFieldPage(schema: string): string {
  return `fields/${toResource(schema)}`;
}

/** A page for the fields of each resource; those of posts are many and have a page for each group. */
export function fieldPages(document: Document): Page[] {
  const resources = new Map<string, [string, SchemaNode][]>();
  for (const entry of Object.entries(document.components.schemas)) {
    if (!entry[1].properties) continue;
    const resource = toResource(entry[0]);
    resources.set(resource, [...(resources.get(resource) ?? []), entry]);
  }
  return [...resources].flatMap(([resource, schemas]) =>
    resource === POST ? postPages(collectRows(schemas)) : [resourcePage(resource, collectRows(schemas))],
  );
}

/** The fields of all schemas of a resource, each once, with where it occurs. */
function collectRows(schemas: readonly [string, SchemaNode][]): FieldRow[] {
  const rows = new Map<string, FieldRow & { sent: boolean; answered: boolean }>();
  for (const [name, schema] of schemas) {
    const isSent = /(?:Create|Edit|Input)$/.test(name);
    for (const row of toRows(schema, '')) {
      const before = rows.get(row.name) ?? { ...row, sent: false, answered: false };
      rows.set(row.name, {
        ...before,
        sent: before.sent || isSent,
        answered: before.answered || !isSent,
      });
    }
  }
  return [...rows.values()].map(({ sent, answered, ...row }) => ({
    ...row,
    place: [...(sent ? ['sent'] : []), ...(answered ? ['answered'] : [])].join(' and '),
  }));
}

function resourcePage(resource: string, rows: readonly FieldRow[]): Page {
  const word = resource.replaceAll('-', ' ');
  return {
    path: `fields/${resource}`,
    title: `Fields: ${word}`,
    summary: `${rows.length} fields, what they mean, and their limits.`,
    aliases: [],
    rank: 1,
    blocks: [{ kind: 'fields', caption: 'Fields', rows }],
  };
}

function postPages(rows: readonly FieldRow[]): Page[] {
  const isIn = ({ name }: FieldRow, { fields }: FieldGroup): boolean =>
    fields.test(name.split(/[.[]/)[0] ?? '');
  const groupOf = (row: FieldRow): FieldGroup | undefined => POST_GROUPS.find(group => isIn(row, group));
  const pages = POST_GROUPS.map((group): Page => {
    const own = rows.filter(row => groupOf(row) === group);
    return {
      path: `fields/${group.page}`,
      title: `Fields of posts: ${group.title}`,
      summary: group.summary,
      aliases: [...group.aliases, group.title],
      rank: 1,
      blocks: [paragraph(group.summary), { kind: 'fields', caption: 'Fields', rows: own }],
    };
  });
  return [overview(pages), ...pages];
}

function overview(pages: readonly Page[]): Page {
  const items = pages.map(({ path, title, blocks }) => {
    const names = blocks.flatMap(block => (block.kind === 'fields' ? block.rows : []));
    const top = names.filter(({ name }) => !/[.[]/.test(name)).map(({ name }) => `\`${name}\``);
    return `[${title.replace(/^.*: /, '')}](${path}): ${top.join(', ')}`;
  });
  return {
    path: `fields/${POST}`,
    title: 'Fields of posts',
    summary: 'Drafts and posts have the same fields, in groups.',
    aliases: ['post fields', 'article'],
    rank: 1,
    blocks: [
      paragraph('Drafts, posts and their revisions have the same fields.'),
      heading('Groups'),
      { kind: 'list', items },
    ],
  };
}
