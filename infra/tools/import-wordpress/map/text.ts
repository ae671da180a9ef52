import { Parser } from 'htmlparser2';

/** Cuts a text that exceeds a field's maximum length. */
export function truncate(most: number, text: string): string {
  return text.slice(0, most).toWellFormed();
}

/**
 * The text of an HTML fragment. WordPress stores titles and term names as HTML (`R&amp;D`, `<em>New</em>`), where the API expects
 * plain text.
 */
export function plainText(html: string): string {
  let text = '';
  const parser = new Parser({ ontext: piece => (text += piece) });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}
