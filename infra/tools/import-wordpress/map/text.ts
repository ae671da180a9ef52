import { Parser } from 'htmlparser2';

/** The beginning of a text that is longer than a field takes. */
export function cutTo(most: number, text: string): string {
  return text.slice(0, most).toWellFormed();
}

/**
 * The text a reader saw for a piece of HTML. WordPress stores titles and term names as HTML (`R&amp;D`,
 * `<em>New</em>`), where the API takes plain text.
 */
export function plainText(html: string): string {
  let text = '';
  const parser = new Parser({ ontext: piece => (text += piece) });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}
