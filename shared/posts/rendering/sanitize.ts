import { Tokenizer } from 'htmlparser2';
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { PROVIDERS } from '../../scraper/embeds/providers.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, REMOVED_WITH_CONTENT } from './allowed-html.ts';
import { limitDepth } from './nesting.ts';

const LOADED = ['http', 'https'];
const LOADING_TAGS = ['audio', 'iframe', 'img', 'source', 'track', 'video'];

/** Browsers nest elements at most 512 deep. */
const MAX_DEPTH = 250;
const MAX_ATTRIBUTE_LENGTH = 10_000;

/** The addresses of frames that the providers of embeds use: each stands for all addresses that begin with it. */
export const EMBEDS: readonly string[] = [
  ...PROVIDERS.map(({ frame }) => /^[^?{[]+/.exec(frame)?.[0] ?? frame),
  'https://www.youtube-nocookie.com/embed/',
  'https://www.dailymotion.com/embed/video/',
];

/** Frames may run their own scripts and open windows, but not navigate the page. */
const FRAME: Attributes = {
  loading: 'lazy',
  referrerpolicy: 'strict-origin-when-cross-origin',
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms',
  allow: 'encrypted-media; fullscreen; picture-in-picture',
  allowfullscreen: '',
};

/**
 * Makes HTML of any origin safe to show: without scripts, handlers, styles and URLs other than http, https, mailto and tel. Frames
 * stay where a provider of embeds, or an address of `embeds`, has them; others become a link. Takes linear time. It is a lazily
 * loaded chunk of the bundles (infra/bundle/lazy-chunks.ts).
 */
export function sanitize(html: string, embeds: readonly string[]): string {
  let depth = 0;
  const parser = { Tokenizer: limitDepth(Tokenizer, () => depth >= MAX_DEPTH) };
  const allowed = [...EMBEDS, ...embeds];
  return sanitizeHtml(html, {
    ...OPTIONS,
    parser,
    onOpenTag: () => void depth++,
    onCloseTag: () => void depth--,
    transformTags: {
      '*': boundAttributes,
      a: protectLink,
      listicle: keepListicleId,
      iframe: (_name, attribs) => transformFrame(attribs, allowed),
    },
  });
}

const OPTIONS: IOptions = {
  allowedTags: ALLOWED_TAGS,
  nonTextTags: REMOVED_WITH_CONTENT,
  allowedAttributes: Object.fromEntries(
    Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, names.split(' ')]),
  ),
  allowedSchemes: [...LOADED, 'mailto', 'tel'],
  allowedSchemesByTag: Object.fromEntries(LOADING_TAGS.map(tag => [tag, LOADED])),
  selfClosing: ['br', 'col', 'hr', 'img', 'source', 'track', 'wbr'],
  parseStyleAttributes: false,
};

/** The library takes quadratic time for comments in URLs. */
function boundAttributes(tagName: string, attribs: Attributes): Tag {
  const kept = Object.entries(attribs).filter(
    ([name, value]) =>
      value.length <= MAX_ATTRIBUTE_LENGTH &&
      !value.includes('<!--') &&
      (name !== 'srcset' || isSrcset(value)) &&
      (name !== 'id' || isId(value)),
  );
  return { tagName, attribs: tagName === 'listicle' ? Object.fromEntries(kept) : prefixIds(kept) };
}

const ID_PREFIX = 'user-content-';
const ID = /^[\p{L}\p{M}\p{N}_:.-]{1,200}$/u;

function isId(value: string): boolean {
  return ID.test(value);
}

/**
 * Gives the elements that links within the text lead to (footnotes, headings) ids that no element of the page has, and the links the same. Text
 * that has been made safe before stays as it is.
 */
function prefixIds(attributes: readonly [name: string, value: string][]): Attributes {
  return Object.fromEntries(
    attributes.map(([name, value]) => {
      if (name === 'id') return [name, withPrefix(value)];
      if (name === 'href' && value.startsWith('#')) return [name, `#${prefixFragment(value.slice(1))}`];
      return [name, value];
    }),
  );
}

function withPrefix(id: string): string {
  return id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id;
}

/** An empty fragment and `top` lead to the beginning of the page. */
function prefixFragment(fragment: string): string {
  return /^(?:top)?$/i.test(fragment) ? fragment : withPrefix(fragment);
}

/** The library logs other values, and takes quadratic time for successive commas. */
function isSrcset(value: string): boolean {
  const candidates = value
    .trim()
    .replace(/([wx]),/g, '$1, ')
    .split(/,\s+/);
  return (
    !value.includes(',,') &&
    candidates.every(candidate =>
      /^\S+(?:\s{1,9}(?:[1-9]\d{0,4}w|[1-9]\d?(?:\.\d{1,3})?x))?$/.test(candidate),
    )
  );
}

const RELATIONS = ['nofollow', 'noreferrer', 'sponsored', 'ugc'];

/** A page in a new window must not reach the window that opened it. */
function protectLink(tagName: string, { target, rel = '', ...others }: Attributes): Tag {
  const isOpening = target === '_blank';
  const relations = [
    ...RELATIONS.filter(one => rel.split(' ').includes(one)),
    ...(isOpening ? ['noopener'] : []),
  ];
  return {
    tagName,
    attribs: {
      ...others,
      ...(isOpening && { target }),
      ...(relations.length > 0 && { rel: relations.join(' ') }),
    },
  };
}

/** The id that marks the place of a post's listicle. */
function keepListicleId(tagName: string, { id = '' }: Attributes): Tag {
  const attribs: Attributes = /^listicle-\d{1,16}$/.test(id) ? { id } : {};
  return { tagName, attribs };
}

/** Anything between the tags of a frame is shown only by browsers without frames. */
function transformFrame({ src = '', width, height, title }: Attributes, allowed: readonly string[]): Tag {
  const url = URL.canParse(src, 'https://frame.invalid') ? new URL(src, 'https://frame.invalid') : undefined;
  if (url?.protocol === 'http:') url.protocol = 'https:';
  if (url?.protocol !== 'https:' || url.hostname === 'frame.invalid')
    return { tagName: 'span', attribs: {}, text: '' };
  const address = `${url.origin}${url.pathname}${url.search}${url.hash}`;
  if (!allowed.some(embed => address.startsWith(embed)))
    return { tagName: 'a', attribs: { href: address }, text: address };
  return {
    tagName: 'iframe',
    attribs: {
      src: address,
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(title !== undefined && { title }),
      ...FRAME,
    },
    text: '',
  };
}
