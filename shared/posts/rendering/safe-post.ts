import type { PostAnswer } from '../record/answer.ts';
import { EMPTY_CONTENT, type Content } from '../record/content.ts';
import type { Listicle } from '../record/listicle.ts';
import type { Post } from '../record/post.ts';
import { makeTextsSafe } from './safe-about.ts';
import { makeSafe, safeMark, type MarkedText } from './safe-html.ts';
import { readSafe, type Source } from './safe-store.ts';

/** The fields of a listicle's items that are HTML. */
const ITEM_FIELDS = ['headline_html', 'media', 'body'] as const;

/** The HTML texts of a content: the body first, then those of the listicle. */
function textsIn({ body, listicle }: Content): string[] {
  const items = listicle.items ?? [];
  return [body, ...items.flatMap(item => ITEM_FIELDS.flatMap(name => item[name] ?? []))];
}

/** The listicle with other texts in its HTML fields, in the order of `textsIn`. */
function withTexts(listicle: Listicle, texts: readonly string[]): Listicle {
  if (!listicle.items) return listicle;
  let at = 0;
  const items = listicle.items.map(item => {
    const shown = { ...item };
    for (const name of ITEM_FIELDS) if (item[name] !== undefined) shown[name] = texts[at++] ?? '';
    return shown;
  });
  return { ...listicle, items };
}

export function contentSource(id: number, content: Content): Source {
  return { owner: `post#${id}`, texts: textsIn(content) };
}

/** The safe forms of the posts' contents: the body first. Of contents that are safe as they were sent, nothing is read. */
export async function readSafeContents(posts: readonly Post[]): Promise<(readonly MarkedText[])[]> {
  const isSafeAsSent = ({ value }: Post): boolean => value.safe_content === safeMark(value.content_version);
  const changed = posts.filter(post => !isSafeAsSent(post));
  const forms = await readSafe(changed.map(toSource));
  return posts.map(post =>
    isSafeAsSent(post)
      ? toSource(post).texts.map(html => ({ html, shortcodes: [] }))
      : (forms[changed.indexOf(post)] ?? []),
  );
}

/** The safe form of a content that is not stored: nothing is read or written for it. */
export function makeContentSafe(content: Content): { body: MarkedText; listicle: Listicle } {
  return splitTexts(content.listicle, textsIn(content).map(makeSafe));
}

/** Divides the safe forms of a content's texts into the body and the listicle. */
function splitTexts(
  source: Listicle,
  [body = { html: '', shortcodes: [] }, ...others]: readonly MarkedText[],
): { body: MarkedText; listicle: Listicle } {
  const texts = others.map(({ html }) => html);
  return { body, listicle: withTexts(source, texts) };
}

function toSource({ value, content }: Post): Source {
  return contentSource(value.id, content ?? EMPTY_CONTENT);
}

/** The safe body of a post, and the other fields of its answer that have HTML. */
export async function readSafeFields(
  post: Post,
  { media, roar_authors }: PostAnswer,
): Promise<{ body: MarkedText; fields: Pick<PostAnswer, 'media' | 'roar_authors' | 'listicle'> }> {
  const [[forms = []], [safeMedia = '', ...abouts]] = await Promise.all([
    readSafeContents([post]),
    makeTextsSafe([media, ...roar_authors.map(({ about_html }) => about_html)]),
  ]);
  const { body, listicle } = splitTexts(post.content?.listicle ?? {}, forms);
  const authors = roar_authors.map((author, index) => ({ ...author, about_html: abouts[index] ?? '' }));
  return { body, fields: { media: safeMedia, roar_authors: authors, listicle } };
}
