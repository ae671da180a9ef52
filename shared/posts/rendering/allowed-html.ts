/**
 * Elements that only mark up text, tables and media. SVG, MathML, forms, styles and `<template>` are not among them: their contents
 * are parsed by other rules, which is what most attacks on sanitizers use.
 */
export const ALLOWED_TAGS = (
  'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em ' +
  'figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img ins kbd li listicle main mark menu nav ol p picture pre q ' +
  'rb rp rt rtc ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var ' +
  'video wbr'
).split(' ');

/** Elements that are removed with what they contain. Of other elements that are not allowed, the content stays. */
export const REMOVED_WITH_CONTENT =
  'script style textarea option xmp noscript noembed noframes plaintext title template svg math object applet select head canvas'.split(
    ' ',
  );

/**
 * No `name`, which scripts of the page could find instead of its own elements, and an `id` only with a prefix, for the same reason; no `style`, which
 * could cover the page.
 */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, string>> = {
  '*': 'class dir id lang title',
  a: 'href target rel hreflang data-shortcode-id',
  audio: 'src controls loop muted preload',
  blockquote: 'cite',
  col: 'span',
  colgroup: 'span',
  data: 'value',
  del: 'cite datetime',
  details: 'open',
  iframe: 'src width height loading referrerpolicy sandbox allow allowfullscreen',
  img: 'src srcset sizes alt width height loading decoding data-shortcode-id',
  ins: 'cite datetime',
  li: 'value',
  ol: 'start reversed type',
  q: 'cite',
  source: 'src srcset sizes type media width height',
  td: 'colspan rowspan',
  th: 'colspan rowspan scope',
  time: 'datetime',
  track: 'src kind srclang label default',
  video: 'src poster width height controls loop muted preload playsinline',
};
