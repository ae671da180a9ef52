import { Parser } from 'htmlparser2';

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
