import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { wrapRangeInList } from 'prosemirror-schema-list';
import { schema } from '../body/schema.ts';
import { toLoose } from './blocks/blocks.ts';

const { heading, preformatted, quote, list, paragraph } = schema.nodes;

/** What is typed at the beginning of a paragraph makes something else of it. */
export const typing = inputRules({
  rules: [
    textblockTypeInputRule(/^#{1,4}\s$/, heading, match => ({
      tag: match[0].trim().length > 2 ? 'h3' : 'h2',
    })),
    textblockTypeInputRule(/^```$/, preformatted, { tag: 'pre' }),
    wrappingInputRule(/^>\s$/, quote, { tag: 'blockquote' }),
    listRule(/^[-*•]\s$/, 'ul'),
    listRule(/^1[.)]\s$/, 'ol'),
  ],
});

function listRule(pattern: RegExp, tag: 'ul' | 'ol'): InputRule {
  return new InputRule(pattern, (state, _match, start, end) => {
    if (state.doc.resolve(start).parent.type !== paragraph) return null;
    const tr = state.tr.delete(start, end);
    const range = tr.doc.resolve(start).blockRange();
    if (!range || !wrapRangeInList(tr, range, list, { tag })) return null;
    toLoose(tr);
    return tr;
  });
}
