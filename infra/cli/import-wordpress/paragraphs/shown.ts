import { addParagraphs, hasEditorBlocks } from './add.ts';
import { unwrapShortcodes } from './shortcodes.ts';

/**
 * Makes the body as WordPress shows it before it expands shortcodes, because WordPress stores classic bodies without their paragraphs. A body
 * that already has paragraphs stays the same, byte for byte.
 */
export function shownBody(content: string): string {
  if (hasEditorBlocks(content)) return content;
  const shown = unwrapShortcodes(addParagraphs(content));
  return withoutSpace(shown) === withoutSpace(content) ? content : shown;
}

function withoutSpace(html: string): string {
  return html.replace(/\s+/g, '');
}
