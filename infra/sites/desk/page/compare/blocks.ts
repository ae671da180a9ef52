import { parseFragment } from '../body/fragment.ts';
import { cutSoundly } from '../body/pieces.ts';

/** A body in the blocks that people see. Joined, they are the body again: whitespace and comments belong to the block before them. */
export function cutBlocks(html: string): string[] {
  const blocks: string[] = [];
  for (const { kind, source } of cutSoundly(html)) {
    const isBlock = kind === 'element' || kind === 'run';
    const before = isBlock ? undefined : blocks.pop();
    blocks.push((before ?? '') + source);
  }
  return blocks;
}

/** The words of blocks, each in a line. */
export function readText(blocks: readonly string[]): string {
  return blocks
    .map(block => parseFragment(block).textContent.trim())
    .filter(text => text !== '')
    .join('\n');
}
