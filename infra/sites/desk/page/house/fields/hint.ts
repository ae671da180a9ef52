import { messages } from '../../messages.ts';
import type { Shape } from '../shape.ts';

const { house: texts } = messages;

/** What an editor should know of a field: our own words, else the document’s, unless they are about names of the interface. */
export function describeShape(name: string, { kind, says, least, most }: Shape): string | undefined {
  const own = (says === undefined ? undefined : texts.hints[name]) ?? texts.notes[name];
  if (own !== undefined) return own;
  const isPlain =
    says !== undefined && !says.includes('`') && kind !== 'choice' && kind !== 'choices' && kind !== 'id';
  const sentences = isPlain ? [...new Set(says.split(/(?<=\.) /))] : [];
  const limit = nameLimit(sentences, { kind, least, most });
  const adding = kind === 'texts' ? texts.adding : '';
  const hint = [...sentences, limit, adding].filter(text => text !== '').join(' ');
  return hint === '' ? undefined : hint;
}

/** The limit of a text, unless a sentence has it already. */
function nameLimit(sentences: readonly string[], { kind, least, most }: Shape): string {
  if (kind !== 'text' || least === undefined || most === undefined) return '';
  const isSaid = sentences.some(
    sentence => sentence.includes(String(least)) && sentence.includes(String(most)),
  );
  return isSaid ? '' : texts.length(least, most);
}
