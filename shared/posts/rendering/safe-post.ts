import type { PostAnswer } from '../record/answer.ts';
import { EMPTY_CONTENT, type Content } from '../record/content.ts';
import type { Listicle } from '../record/listicle.ts';
import type { Post } from '../record/post.ts';
import { makeTextsSafe, markTextsSafe } from './safe-about.ts';
import { makeSafe, safeMark, type MarkedText } from './safe-html.ts';
import { readSafe, type Source } from './safe-store.ts';

const EMPTY_TEXT: MarkedText = { html: '', shortcodes: [] };

/** The fields of a listicle's items that are HTML. */
const ITEM_FIELDS = ['headline_html', 'media', 'body'] as const;

/** The HTML texts of a content: the body first, then those of the listicle. */
function textsIn({ body, listicle }: Content): string[] {
  const items = listicle.items ?? [];
  return [body, ...items.flatMap(item => ITEM_FIELDS.flatMap(name => item[name] ?? []))];
}

/** The listicle with other texts in its HTML fields, in the order of `textsIn`. */
export function withTexts(listicle: Listicle, texts: readonly string[]): Listicle {
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
  const isSafeAsSent = ({ value, isStaged }: Post): boolean =>
    isStaged !== true && value.safe_content === safeMark(value.content_version);
  const changed = posts.filter(post => !isSafeAsSent(post));
  const forms = await readSafe(changed.map(toSource));
  return posts.map(post =>
    isSafeAsSent(post)
      ? toSource(post).texts.map(html => ({ html, shortcodes: [] }))
      : (forms[changed.indexOf(post)] ?? []),
  );
}

/** The safe forms of the texts of a content that is not stored, the body's first: nothing is read or written for it. */
export function makeContentSafe(content: Content): MarkedText[] {
  return textsIn(content).map(makeSafe);
}

/** A staged content has a form of its own: it must not take the place of the one that readers see. */
function toSource({ value, content, isStaged }: Post): Source {
  const source = contentSource(value.id, content ?? EMPTY_CONTENT);
  return isStaged ? { ...source, owner: `staged#${value.id}` } : source;
}

/** The safe forms of all fields of a post's answer that have HTML; shortcodes are not expanded yet. */
export interface SafeFields {
  /** The body first, then the texts of the listicle. */
  content: readonly MarkedText[];
  media: MarkedText;
  roar_authors: PostAnswer['roar_authors'];
}

/** Reads the safe forms of several posts together. */
export async function readSafeFields(
  posts: readonly Post[],
  answers: readonly PostAnswer[],
): Promise<SafeFields[]> {
  const about = new Map<string, string>(
    answers.flatMap(({ roar_authors }) => roar_authors.map(({ about_html }) => [about_html, ''])),
  );
  const [contents, medias, abouts] = await Promise.all([
    readSafeContents(posts),
    markTextsSafe(answers.map(({ media }) => media)),
    makeTextsSafe([...about.keys()]),
  ]);
  for (const [index, text] of [...about.keys()].entries()) about.set(text, abouts[index] ?? '');
  return answers.map(({ roar_authors }, index) => ({
    content: contents[index] ?? [],
    media: medias[index] ?? EMPTY_TEXT,
    roar_authors: roar_authors.map(author => ({ ...author, about_html: about.get(author.about_html) ?? '' })),
  }));
}
