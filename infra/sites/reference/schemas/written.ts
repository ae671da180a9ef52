import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { freeForm, id, imageCrops } from '../../../../shared/platform/values/fields.ts';
import { site } from '../../../../shared/platform/site/site.ts';
import { BulkItem } from '../../../../shared/library/dam/bulk/input.ts';
import { AssetCreateInput, AssetEditInput } from '../../../../shared/library/dam/input.ts';
import { Asset } from '../../../../shared/library/dam/present.ts';
import { FilePart } from '../../../../shared/platform/http/multipart.ts';
import { editable, KnownSiteData } from '../../../../shared/posts/record/input-fields.ts';
import { PageList, Product } from '../../../../shared/posts/record/listicle.ts';
import { answeredFields } from '../../../../shared/posts/record/fields.ts';
import { ScraperResult } from '../../../../shared/scraper/result.ts';

type Written = (
  direction: 'sent' | 'answered',
  convert: (schema: v.GenericSchema) => JsonSchema,
) => JsonSchema;

const ID: JsonSchema = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** An id is returned as a number, and may be sent as text. */
const idSchema: Written = direction =>
  direction === 'answered'
    ? { type: 'integer', format: 'int64' }
    : {
        ...ID,
        type: ['integer', 'string'],
        pattern: '^\\d{1,16}$',
        description: 'An id, as a number or as text.',
      };

function anyObject(): JsonSchema {
  return { type: 'object', additionalProperties: true };
}

const [isObject] = freeForm.pipe;
const [, checkedKeys] = editable.roar_specific_data.pipe;
const [sentCrops] = imageCrops.pipe;
const { manual_image_crops: storedCrops, product } = answeredFields;

/** Schemas and checks written by hand, for rules in code that no converter can read or for more precise descriptions. */
const WRITTEN: ReadonlyMap<unknown, Written> = new Map<unknown, Written>([
  [id, idSchema],
  [isObject, anyObject],
  [FilePart, () => ({ type: 'string', format: 'binary' })],
  [storedCrops.value, (_direction, convert) => convert(sentCrops.value)],
  [storedCrops, (_direction, convert) => convert(imageCrops)],
  [product, (_direction, convert) => ({ anyOf: [convert(Product), { type: 'null' }] })],
  [
    BulkItem.entries.data.wrapped,
    (_direction, convert) => ({
      anyOf: [convert(AssetEditInput), convert(AssetCreateInput)],
      description:
        'The body of the request for a single asset, except `file_id`. A deletion needs only `file_type`, and only where an image and a document have this id.',
    }),
  ],
  [checkedKeys, (_direction, convert) => ({ ...convert(KnownSiteData), additionalProperties: true })],
  [
    editable.page_list,
    (_direction, convert) =>
      site().features.pageList
        ? convert(PageList)
        : { type: 'array', items: anyObject(), description: 'Ignored: this site has no page lists.' },
  ],
]);

export function writtenFor(schemaOrCheck: object): Written | undefined {
  return WRITTEN.get(schemaOrCheck);
}

const { price, rating } = Product.entries;

/** The non-integer numbers of answers. */
export const FRACTIONS: ReadonlySet<unknown> = new Set<unknown>([
  Asset.entries.created_ts,
  Asset.entries.updated_ts,
  ScraperResult.entries.images.item.entries.weight,
  price.wrapped.pipe[0],
  rating.wrapped.pipe[0],
]);
