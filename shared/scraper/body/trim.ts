import type { Block } from './blocks.ts';
import { isControl, isEnding, isNotice } from './phrases.ts';

/** The blocks of a text without controls, links to other pages, and the sections after its end. */
export function trimBlocks(blocks: readonly Block[]): readonly Block[] {
  const text = withoutEnding(
    blocks.filter(block => !isPointer(block) && !isControl(block.text) && !isNotice(block.text)),
  );
  const end = text.findLastIndex(block => !isLoose(block)) + 1;
  const isTextLoose = sumLengths(text.slice(end)) > sumLengths(text) * MAX_LOOSE_SHARE;
  return isTextLoose ? text : text.slice(0, Math.max(end, 1));
}

const LINK_SHARE = 0.9;
const MAX_POINTER_LENGTH = 100;

/** A paragraph that is only a link to another page. */
function isPointer({ text, linked, kind }: Block): boolean {
  return kind !== 'item' && linked >= text.length * LINK_SHARE && text.length <= MAX_POINTER_LENGTH;
}

/** The text's share before an ending; the end of the text is at most the rest. */
const MIN_TEXT_SHARE = 0.65;

/** Removes labels of other pages, near the end with what follows them. */
function withoutEnding(blocks: readonly Block[]): readonly Block[] {
  const total = sumLengths(blocks);
  const kept: Block[] = [];
  let before = 0;
  for (const block of blocks) {
    const isLabel = kept.length > 0 && isEnding(block.text);
    if (isLabel && before >= total * MIN_TEXT_SHARE) break;
    if (!isLabel) kept.push(block);
    before += block.text.length;
  }
  return kept;
}

const MAX_LOOSE_LENGTH = 30;
/** A text may consist of headings. */
const MAX_LOOSE_SHARE = 0.3;
const SENTENCE_END = /[.!?…:;"”“»)\d。！？」]$/;

/** A heading or a few words without a sentence's end, after which no text follows. */
function isLoose({ text, kind }: Block): boolean {
  return (
    kind === 'heading' || (kind === 'paragraph' && text.length < MAX_LOOSE_LENGTH && !SENTENCE_END.test(text))
  );
}

function sumLengths(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}
