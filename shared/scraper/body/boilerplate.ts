import type { Element } from '../markup/dom.ts';
import { readLabel } from '../markup/text.ts';

/** Elements whose content is never running text. */
const UNREAD = wordSet(`
  applet area audio button canvas datalist dialog embed fieldset figure footer frame frameset head iframe input label legend link map
  math menu meta nav noscript object optgroup option output picture progress rp rt script select source style svg template textarea
  title track video`);
/** Elements that a mistaken class must not hide. */
const CENTRAL = wordSet('html body main article');
const ROLES = wordSet(
  'navigation banner complementary contentinfo dialog alertdialog search menu menubar note',
);

/** What other people wrote, and sidebars: never the article's text, at any size. */
const FOREIGN = [
  matchNameParts(`
    comments? comment-?(?:list|area|section|form|box|wrap(?:per)?)s? kommentare? commentaires? comentarios komentarze respond disqus
    discussion leserbriefe?`),
  /(?:^|\s)sidebar(?:$|\s)/,
];

/** Furniture of a page. */
const FURNITURE = [
  // Other pages.
  matchNameParts(`
    related\\w* relacionad[oa]s recommend\\w* outbrain taboola plista yarpp jp-relatedposts most-?read trending popular
    similar see-?also read-?(?:more|also) more-?(?:articles|news|stories|posts|links) also-?like teasers carousel slider
    latest-?(?:news|posts)`),
  // Navigation.
  matchNameParts(`
    sidebars? nav navbar navi navigation breadcrumbs? menus? pager pagination paging page-?links post-?nav\\w* search
    searchform skip-?link jump-?link widget-?area footer foot colophon`),
  // Sharing and other controls.
  matchNameParts(`
    shares? sharing sharedaddy share-?(?:bar|box|buttons?|links?|tools?) shariff socials? social-?\\w* addthis addtoany
    sociable print printfriendly no-?print toolbar tools buttons? ratings? votes? poll login register sign-?up overlay
    modal popup`),
  // Advertisements and notices.
  matchNameParts(`
    promos? promotions? adverts? advertis\\w* ads? ad-?(?:box|slot|wrapper|container|unit) adsense sponsor\\w* anzeigen?
    werbung subscribe subscription newsletters? cookies? cookie-?\\w* gdpr consent paywall copyright imprint`),
  // What is said of the text and its pictures.
  matchNameParts(`
    authors? about-?(?:the-?)?authors? bio biography bylines? meta metadata (?:post|entry)-?meta\\w* article-?meta tags
    tag-?(?:list|cloud|links) taglist tagcloud categories cat-?links keywords captions? bildunterschrift bildnachweis
    bildquelle credits? image-?desc\\w* timestamp dateline`),
  // Text for screen readers.
  matchNameParts(`
    sr-only screen-?reader-?\\w* visually-?hidden`),
  /(?:^|\s)hidden(?:$|\s)/,
];

/** A lead may have such a class, too. */
const TEASER = matchNameParts('teasers? teaser-?\\w*');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Matches one of these words as a part of a class or id. */
function matchNameParts(words: string): RegExp {
  return new RegExp(`(?:^|[\\s_-])(?:${words.trim().replace(/\s+/g, '|')})(?:$|[\\s_-])`);
}

/** Classes that WordPress adds for a post's categories, tags and author: words of its subject. */
const SUBJECTS = /(?:^|\s)(?:category|tag|author|type|status|format)-\S*/g;
/** An id made from a heading: "sharing-with-a-single-developer". */
const SLUG = /(?:^|\s)[a-z\d]+(?:-[a-z\d]+){3,}(?=\s|$)/;

const MAX_ID_LENGTH = 300;

/** An element's classes and id in lower case, with words in one camel-cased name apart. */
function splitLabel(element: Element): string {
  const isSlug = SLUG.test(element.getAttribute('id')?.slice(0, MAX_ID_LENGTH) ?? '');
  const label = isSlug ? (element.getAttribute('class')?.slice(0, MAX_ID_LENGTH) ?? '') : readLabel(element);
  const own = /(?:^|\s)(?:hentry|post-\d+)(?:$|\s)/.test(label) ? label.replace(SUBJECTS, ' ') : label;
  return own.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
}

/** What an element's name, role and classes say: text, a lead or another page's teaser, furniture, or surely no text. */
export type Part = 'text' | 'teaser' | 'furniture' | 'foreign';

export function classifyElement(element: Element): Part {
  const { localName } = element;
  if (CENTRAL.has(localName)) return 'text';
  if (UNREAD.has(localName)) return 'foreign';
  if (localName === 'aside' || ROLES.has(element.getAttribute('role') ?? '')) return 'furniture';
  const words = splitLabel(element);
  if (words.length < 2) return 'text';
  if (FOREIGN.some(pattern => pattern.test(words))) return 'foreign';
  if (FURNITURE.some(pattern => pattern.test(words))) return 'furniture';
  return TEASER.test(words) ? 'teaser' : 'text';
}
