import { ERRORS, type DescribedError } from '../errors.ts';
import { heading, paragraph, type Page } from './blocks.ts';
import { ERROR_ALIASES } from './content/aliases.ts';
import type { Document } from './document.ts';

/** A page for each error code. @param operations the pages that may refer to errors */
export function errorPages(document: Document, operations: readonly Page[]): Page[] {
  return ERRORS.map(error => errorPage(error, document, operations));
}

function errorPage(error: DescribedError, document: Document, operations: readonly Page[]): Page {
  const { code, status, when, messages, headers } = error;
  const isRefused = ({ blocks }: Page): boolean =>
    blocks.some(
      block => block.kind === 'list' && block.items.some(item => item.includes(`](errors/${code})`)),
    );
  const items = operations.filter(isRefused).map(({ path, title }) => `[${title}](${path})`);
  const isEverywhere = items.length === operations.length;
  const answer = JSON.stringify({ status: { code, messages }, data: null }, null, 2);
  return {
    path: `errors/${code}`,
    title: `${status} ${code}`,
    summary: `${when.charAt(0).toUpperCase()}${when.slice(1)}.`,
    aliases: [`error ${status}`, ...(ERROR_ALIASES[code] ?? [])],
    rank: 3,
    blocks: [
      paragraph(`Status ${status}, when ${when}.`),
      paragraph(RETRIES[status] ?? 'A repeated request gets the same answer: change the request first.'),
      { kind: 'code', language: 'json', label: 'The answer', text: answer },
      ...headers.flatMap(name => {
        const header = document.components.headers[name.toLowerCase()];
        return header ? [paragraph(`Header \`${name}\`: ${header.description}`)] : [];
      }),
      heading('Endpoints'),
      isEverywhere
        ? paragraph('Every endpoint may answer this.')
        : { kind: 'list', items: items.length > 0 ? items : ['Paths and methods outside of the API.'] },
    ],
  };
}

/** What a client does about a status. */
const RETRIES: Readonly<Record<number, string>> = {
  409: 'Read the record again, and decide whether the request is still right.',
  410: 'It does not come back: begin anew, as the endpoint says.',
  412: 'Somebody else has changed the record: read it again, apply your change to it, and send its new `ETag`.',
  429: 'Wait as long as `Retry-After` says, then repeat the request. The client does so by itself.',
  500: 'Repeat the request later; with an `Idempotency-Key`, a POST is executed once.',
  502: 'Repeat the request later.',
  503: 'Wait as long as `Retry-After` says, then repeat the request. The client does so by itself.',
  504: 'Repeat the request later.',
};
