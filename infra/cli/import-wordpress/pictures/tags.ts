import { readTokens } from '../../../../shared/platform/text/tokens.ts';

/** An attribute as written, from the first letter of its name to the end of its value. */
export interface Attribute {
  start: number;
  end: number;
  /** With resolved entities. */
  value: string;
}

/** The requested attributes of a tag. The first one of a name counts, as in browsers. */
export type Attributes = ReadonlyMap<string, Attribute>;

/**
 * Calls back for every opening tag of an HTML fragment with a requested name, with the positions of its attributes. It ignores tags
 * that the end cuts off, and the contents of comments, scripts and the like. It takes linear time.
 */
export function readTags(
  html: string,
  wanted: Readonly<Record<string, ReadonlySet<string>>>,
  onTag: (name: string, attributes: Attributes) => void,
): void {
  let name = '';
  let names: ReadonlySet<string> | undefined;
  let attributes = new Map<string, Attribute>();
  let current: Attribute | undefined;
  let currentName = '';
  const textAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const close = (): void => {
    if (names) onTag(name, attributes);
    names = undefined;
  };
  readTokens(
    html,
    {
      onopentagname(start, end) {
        name = end - start > MAX_NAME_LENGTH ? '' : textAt(start, end);
        names = Object.hasOwn(wanted, name) ? wanted[name] : undefined;
        attributes = new Map();
      },
      onattribname(start, end) {
        currentName = names && end - start <= MAX_NAME_LENGTH ? textAt(start, end) : '';
        const isWanted = names?.has(currentName) && !attributes.has(currentName);
        current = isWanted ? { start, end, value: '' } : undefined;
      },
      onattribdata(start, end) {
        if (current) current.value += html.slice(start, end);
      },
      onattribentity(codepoint) {
        if (current) current.value += String.fromCodePoint(codepoint);
      },
      onattribend(_quote, end) {
        if (current) attributes.set(currentName, { ...current, end });
        current = undefined;
      },
      onopentagend: close,
      onselfclosingtag: close,
    },
    { decodeEntities: true },
  );
}

const MAX_NAME_LENGTH = 20;
