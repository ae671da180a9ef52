import * as v from 'valibot';
import { text } from './bounds.ts';

/** Schemas of addresses. Apart from other fields, since the site's settings have addresses, and so has every function. */

const ADDRESS_MESSAGE = 'must be an http(s) URL';
export function webAddress(most = 2000) {
  return v.pipe(text(most, ADDRESS_MESSAGE), v.check(isWebAddress, ADDRESS_MESSAGE));
}

const NO_ADDRESS = v.literal('');
const anAddress = webAddress();

/** An address, or "", which clears it. */
export const addressOrNone = v.lazy(value => (value === '' ? NO_ADDRESS : anAddress));

/** The address of something to fetch: one of another scheme is refused where addresses that are not fetched are, in the same words. */
export function fetchedAddress(most = 2000) {
  return v.pipe(
    text(most),
    v.check(value => URL.canParse(value), 'must be a URL'),
  );
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
