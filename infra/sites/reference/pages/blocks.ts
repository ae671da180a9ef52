/** A request in one language. */
export interface Snippet {
  language: string;
  /** For the class of the code. */
  code: string;
  text: string;
}

/** A part of a page. Texts may have `code`, **bold** and [links](kind/page), which lead to pages of the reference without an ending. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'code'; language: string; text: string; label?: string }
  | { kind: 'tabs'; snippets: readonly Snippet[] }
  | { kind: 'fields'; caption: string; rows: readonly FieldRow[] }
  | { kind: 'try'; method: string; path: string; body: 'json' | 'form' | 'file' | 'none'; example: string };

export interface FieldRow {
  name: string;
  /** Where it is sent: `path`, `query`, `header` or `body`; or what else the second column says. */
  place: string;
  type: string;
  text: string;
}

export interface Page {
  /** `operations/postsList`: its path without an ending. */
  path: string;
  title: string;
  /** One sentence, for lists of pages. */
  summary: string;
  /** Words by which people look for the page and which it does not have in its title. */
  aliases: readonly string[];
  /** Raises it among pages that match alike. */
  rank: number;
  blocks: readonly Block[];
}

export function heading(text: string): Block {
  return { kind: 'heading', text };
}

export function paragraph(text: string): Block {
  return { kind: 'text', text };
}

export function paragraphs(text: string): Block[] {
  return text.split('\n\n').map(paragraph);
}
