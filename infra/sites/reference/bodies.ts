import { parsePostBody } from '../../../shared/library/dam/bulk/input.ts';
import { fileOrUpload } from '../../../shared/library/documents/input.ts';
import type { AnyEndpoint } from '../../../shared/platform/http/endpoint.ts';
import { FilePart, multipartOrJson } from '../../../shared/platform/http/multipart.ts';
import type { Schemas } from './schemas/components.ts';
import { convert, type JsonSchema } from './schemas/convert.ts';
import { mapSchemas } from './schemas/tidy.ts';

export const JSON_BODY = 'application/json';
export const FORM_BODY = 'multipart/form-data';
export const FILE_BODY = 'application/octet-stream';

/** The media types of the bodies that an endpoint accepts, and the schema of each. */
export type Bodies = Readonly<Record<string, JsonSchema>>;

/**
 * The body formats of each custom parser; an unknown parser is an error. Where a form can say all that JSON can, only the form is described,
 * because generated clients know one format of a body: with both, some of them could not upload a file.
 */
const READ_BY = new Map<AnyEndpoint['parse'], (whole: JsonSchema) => Bodies>([
  [undefined, whole => ({ [JSON_BODY]: whole })],
  [parsePostBody, whole => ({ [JSON_BODY]: whole })],
  [multipartOrJson, whole => ({ [FORM_BODY]: toForm(whole) })],
  [fileOrUpload, whole => ({ [FORM_BODY]: toForm(whole), [FILE_BODY]: convert(FilePart, 'sent') })],
]);

/** undefined: the endpoint has no body. @throws Error for an unknown parser */
export function describeBodies(
  { body, parse }: Pick<AnyEndpoint, 'body' | 'parse'>,
  schemas: Schemas,
  where: string,
): Bodies | undefined {
  if (!body) return undefined;
  const read = READ_BY.get(parse);
  if (!read) throw new Error(`The body formats of ${where} are not defined`);
  const entries = Object.entries(read(convert(body, 'sent')));
  return Object.fromEntries(entries.map(([type, schema]) => [type, schemas.refer(schema, where)]));
}

/** Fields of forms are text or files; none is null. */
function toForm(whole: JsonSchema): JsonSchema {
  const { file, ...others } = whole.properties ?? {};
  if (typeof file !== 'object') throw new Error('A form without files');
  const { default: _none, ...files } = file;
  return mapSchemas(
    { ...whole, properties: { file: { ...files, minItems: 1, maxItems: 10 }, ...others } },
    notNull,
  );
}

function notNull(schema: JsonSchema): JsonSchema | undefined {
  const [one, other] = schema.anyOf ?? [];
  return typeof one === 'object' && typeof other === 'object' && other.type === 'null' ? one : undefined;
}
