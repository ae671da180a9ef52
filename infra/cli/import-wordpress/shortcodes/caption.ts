/** Attributes up to the end of a tag: a quoted value may contain a `>`. */
const REST = String.raw`\s(?:[^>=]|=(?:\s*"[^"]*"|\s*'[^']*'|(?!\s*["'])))*>`;

/** The picture, with the link around it: the rest of what the shortcode encloses is the caption. */
const PICTURE = new RegExp(String.raw`^(?:\s|</?p>|<br />)*((?:<a${REST}\s*)?<img${REST}(?:\s*</a>)?)`, 'i');
const ALIGNMENT = /^align(?:none|left|right|center)$/;

/**
 * Shows `[caption]`, as WordPress's `img_caption_shortcode`. undefined for one without a picture. The caption is HTML of the author, as the
 * rest of the body.
 */
export function showCaption(attributes: ReadonlyMap<string, string>, content: string): string | undefined {
  const { 0: whole, 1: picture } = PICTURE.exec(content) ?? [];
  if (whole === undefined || picture === undefined) return undefined;
  const stated = attributes.get('caption') ?? '';
  const caption = stated === '' ? joinParagraphs(content.slice(whole.length)) : stated;
  if (caption === '') return picture;
  const align = attributes.get('align') ?? '';
  const classes = ALIGNMENT.test(align) ? `wp-caption ${align}` : 'wp-caption';
  return `<figure class="${classes}">${picture}<figcaption>${caption}</figcaption></figure>`;
}

/** Paragraphs within a caption begin or end outside of it. */
function joinParagraphs(html: string): string {
  return html
    .split(/<\/?p>/)
    .map(trimBreaks)
    .filter(piece => piece !== '')
    .join('<br />\n');
}

function trimBreaks(html: string): string {
  let text = html.trim();
  while (text.startsWith(BREAK)) text = text.slice(BREAK.length).trimStart();
  while (text.endsWith(BREAK)) text = text.slice(0, -BREAK.length).trimEnd();
  return text;
}

const BREAK = '<br />';
