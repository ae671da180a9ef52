import { readTokens } from '../../../../shared/platform/text/tokens.ts';

/** A text between tags, or a whole tag. */
export interface Token {
  kind: 'text' | 'open' | 'close';
  /** In lower case; empty for a text. */
  name: string;
  start: number;
  end: number;
}

const MAX_NAME_LENGTH = 20;

/** Lists texts and tags of a body, without comments. A tag that the end of the body cuts off is none. */
export function listTokens(html: string): Token[] {
  const tokens: Token[] = [];
  let name = '';
  let opened = 0;
  const nameAt = (start: number, end: number): string =>
    html.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toLowerCase();
  readTokens(
    html,
    {
      ontext: (start, end) => void tokens.push({ kind: 'text', name: '', start, end }),
      onopentagname(start, end) {
        opened = start - 1;
        name = nameAt(start, end);
      },
      onopentagend: end => void tokens.push({ kind: 'open', name, start: opened, end: end + 1 }),
      // The handler of elements that end themselves: they contain nothing.
      onselfclosingtag: end => void tokens.push({ kind: 'open', name: '', start: opened, end: end + 1 }),
      onclosetag(start, end) {
        const bracket = html.indexOf('>', end);
        const stop = bracket === -1 ? html.length : bracket + 1;
        tokens.push({ kind: 'close', name: nameAt(start, end), start: start - 2, end: stop });
      },
    },
    { decodeEntities: false },
  );
  return tokens;
}
