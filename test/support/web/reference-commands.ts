import type { Page } from '../../../infra/sites/reference/pages/blocks.ts';

/** The commands of a page of the reference, as a reader copies them one after the other. */
export function listCommands({ blocks }: Page): string {
  return blocks
    .flatMap(block => (block.kind === 'code' && block.language === 'sh' ? [block.text] : []))
    .join('\n');
}
