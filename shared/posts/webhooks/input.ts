import * as v from 'valibot';
import { fetchedAddress } from '../../platform/values/addresses.ts';
import { clearable } from '../../platform/values/fields.ts';
import { boundedString, boundedList, boundedRecord } from '../../platform/values/bounds.ts';
import { isReserved } from '../../platform/http/guarded/headers.ts';
import { Action } from './actions.ts';

const MAX_HEADERS = 20;
const MAX_URL_LENGTH = 2048;

const headerName = v.pipe(
  boundedString(100),
  v.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header'),
  v.check(name => !isReservedHeader(name), 'is a header that the service itself sets'),
);
const headerValue = v.pipe(boundedString(1000), v.regex(/^[\x20-\x7e]*$/, 'must be printable ASCII'));

/** Headers that authenticate the service to the receiver or belong to the connection. */
function isReservedHeader(name: string): boolean {
  return isReserved(name) || /^(content-type|content-encoding|user-agent|x-broadsheet-.*)$/i.test(name);
}

const { entries: optional } = clearable({
  actions: v.pipe(
    boundedList(Action, 20),
    v.minLength(1, 'must name at least one action'),
    v.transform(actions => [...new Set(actions)]),
  ),
  headers: v.pipe(
    boundedRecord(headerName, headerValue, MAX_HEADERS),
    v.check(hasEachOnce, 'must have each header once'),
  ),
  active: v.boolean(),
});
const url = fetchedAddress(MAX_URL_LENGTH);

export const WebhookCreateInput = v.object({ ...optional, url });
export type WebhookCreateInput = v.InferOutput<typeof WebhookCreateInput>;

/** `secret: null` generates a new secret. */
export const WebhookInput = v.object({
  ...optional,
  url: v.optional(url),
  secret: v.optional(v.null_('must be null, which makes a new one')),
});
export type WebhookInput = v.InferOutput<typeof WebhookInput>;

function hasEachOnce(headers: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(headers).map(name => name.toLowerCase());
  return new Set(names).size === names.length;
}
