import { createHash } from 'node:crypto';
import type { MarkedText } from './safe-html.ts';
import { readSafe } from './safe-store.ts';

/** The safe forms of texts that are not a part of a post's content. A text is its own owner, so that equal texts have one form. */
export async function makeTextsSafe(texts: readonly string[]): Promise<string[]> {
  return (await markTextsSafe(texts)).map(({ html }) => html);
}

/** The same, with the places of their shortcodes. */
export async function markTextsSafe(texts: readonly string[]): Promise<MarkedText[]> {
  const forms = await readSafe(texts.map(text => ({ owner: `text#${computeHash(text)}`, texts: [text] })));
  return forms.map(([form]) => form ?? { html: '', shortcodes: [] });
}

function computeHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Records with safe `about_html`, where they have it, in answers with `safe=1`; without, the records as they are. */
export async function withSafeAbout<T extends { about_html?: string }>(
  records: readonly T[],
  { safe }: { safe: boolean },
): Promise<T[]> {
  if (!safe) return [...records];
  const texts = await makeTextsSafe(records.map(({ about_html = '' }) => about_html));
  return records.map((record, index) =>
    record.about_html === undefined ? record : { ...record, about_html: texts[index] ?? '' },
  );
}
