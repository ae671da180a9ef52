import type { FieldRow } from './blocks.ts';
import { toSchemaName, type Document, type SchemaNode } from './document.ts';

/** The schema itself, where it is a reference or a list of one. */
export function resolve(node: SchemaNode, document: Document): SchemaNode {
  if (node.$ref !== undefined) return document.components.schemas[toSchemaName(node.$ref)] ?? node;
  return node.items ? resolve(node.items, document) : node;
}

/** The name of the schema that a body or an answer refers to, itself or in a list. */
export function referredName(node: SchemaNode): string | undefined {
  if (node.$ref !== undefined) return toSchemaName(node.$ref);
  return node.items ? referredName(node.items) : undefined;
}

/** A row for each field of a schema; of objects in it, the fields follow with their path. */
export function toRows(node: SchemaNode, place: string, prefix = ''): FieldRow[] {
  const { properties = {}, required = [] } = node;
  return Object.entries(properties).flatMap(([name, field]) => {
    const isRequired = place === 'body' && required.includes(name) && prefix === '';
    const row: FieldRow = {
      name: `${prefix}${name}`,
      place,
      type: `${toType(field)}${isRequired ? ', required' : ''}`,
      text: field.description ?? '',
    };
    const inner = field.items ?? field;
    return [row, ...toRows(inner, place, `${prefix}${name}${field.items ? '[]' : ''}.`)];
  });
}

/** The type in words: `text`, `number or null`, `list of Badge`, `draft | published`. */
export function toType(node: SchemaNode): string {
  const { $ref, type, enum: values, anyOf, oneOf, items, format } = node;
  if ($ref !== undefined) return toSchemaName($ref);
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (values)
    return values.map(choice => (typeof choice === 'string' ? choice : JSON.stringify(choice))).join(' | ');
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map(toType))].join(' or ');
  if (items) return `list of ${toType(items)}${[type].flat().includes('null') ? ' or null' : ''}`;
  if (format === 'binary') return 'file';
  return [type ?? 'any']
    .flat()
    .map(typeName => NAMES[typeName] ?? typeName)
    .join(' or ');
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
};
