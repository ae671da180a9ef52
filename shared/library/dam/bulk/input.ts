import * as v from 'valibot';
import { InvalidInput } from '../../../platform/core/errors.ts';
import { id } from '../../../platform/values/fields.ts';
import { jsonBody } from '../../../platform/http/body.ts';
import { boundedList } from '../../../platform/values/bounds.ts';
import { parseQuery, type HttpEvent } from '../../../platform/http/event.ts';
import { queryFlag } from '../../../platform/http/query.ts';
import { validatedLater } from '../../../platform/http/sent-fields.ts';
import { AssetCreateInput, AssetEditInput, sizesField } from '../input.ts';
import { Asset } from '../present.ts';

const MAX_ITEMS = 100;

const AnyData = v.object({ ...AssetCreateInput.entries, ...AssetEditInput.entries });

/** The content of `data` depends on the operation; each item is validated alone, so that an invalid one doesn't stop the others. */
export const BulkItem = v.object({ file_id: id, data: v.optional(validatedLater(AnyData)) });
export type BulkItem = v.InferOutput<typeof BulkItem>;

export const BulkItems = boundedList(BulkItem, MAX_ITEMS, 'must be an array of {file_id, data}');

/** The query of POST, which creates a single asset or runs a bulk operation. */
export const PostQuery = v.object({ bulk: v.optional(queryFlag, '0'), ...sizesField });
export const PostBody = v.lazy(sent => (Array.isArray(sent) ? BulkItems : AssetCreateInput));

/** Checks that body and `bulk` agree. @throws InvalidInput, MalformedJson, TooLarge */
export function parsePostBody(event: HttpEvent): unknown {
  const body = jsonBody(event);
  const isBulk = v.safeParse(queryFlag, parseQuery(event).bulk).output === true;
  if (isBulk && !Array.isArray(body)) throw new InvalidInput('body: must be an array of {file_id, data}');
  if (!isBulk && Array.isArray(body)) throw new InvalidInput('bulk: must be 1 with an array of items');
  return body;
}

const MUST_BE_BULK = 'must be 1 here: a single asset is edited and deleted under its id';

/** The query of PUT and DELETE without an id. */
export const BulkQuery = v.object({
  bulk: v.pipe(v.optional(queryFlag, '0'), v.literal(true, MUST_BE_BULK)),
  ...sizesField,
});

const OPERATIONS = ['POST', 'PUT', 'DELETE'] as const;
export type Operation = (typeof OPERATIONS)[number];

const Override = v.pipe(v.string(), v.toUpperCase(), v.picklist(OPERATIONS));

/** The operation of a bulk POST, from its method override. @throws InvalidInput */
export function parseOperation(methodOverride: string | undefined): Operation {
  const result = v.safeParse(Override, methodOverride ?? 'POST');
  if (result.success) return result.output;
  throw new InvalidInput(`x-http-method-override: must be one of ${OPERATIONS.join(', ')}`);
}

const Refused = v.object({
  status: v.object({ code: v.string(), messages: v.pipe(v.array(v.string()), v.readonly()) }),
  data: v.null(),
});

/** The outcome of each item by file_id: the asset, an empty object for a deletion, or an error's body. */
export const BulkAnswer = v.record(
  v.string(),
  v.object({ status_code: v.number(), data: v.union([Asset, Refused, v.strictObject({})]) }),
);
export type BulkAnswer = v.InferOutput<typeof BulkAnswer>;
