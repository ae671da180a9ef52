import * as v from 'valibot';
import { line } from './bounds.ts';

/** Schemas of web addresses. A file of its own, because site settings need them and every function loads the settings. */

const ADDRESS_MESSAGE = 'must be an http(s) URL';
export function webAddress(most = 2000) {
  return v.pipe(line(most, ADDRESS_MESSAGE), v.check(isWebAddress, ADDRESS_MESSAGE));
}

const NO_ADDRESS = v.literal('');
const anAddress = webAddress();

/** A web address, or an empty string that clears the field. */
export const addressOrNone = v.lazy(value => (value === '' ? NO_ADDRESS : anAddress));

/** An address that the service fetches. Allows any scheme: the guarded client rejects what it won't fetch, with one message for all. */
export function fetchedAddress(most = 2000) {
  return v.pipe(
    line(most),
    v.check(value => URL.canParse(value), 'must be a URL'),
  );
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
