import { site } from '../../platform/site/site.ts';
import { Images, type ImageRecord } from '../../library/images/record.ts';
import { shownThumbnails } from '../../library/images/urls.ts';
import type { PostAnswer } from '../record/answer.ts';
import { modifiedTs } from '../record/modified.ts';
import { readDirectory } from '../../taxonomy/sections/read.ts';
import { HOME_ID } from '../../taxonomy/sections/record.ts';
import { escapeHtml } from '../../platform/text/html.ts';
import { toIsoTime } from '../../platform/values/dates.ts';

/** What a post's page says about it to search engines and social networks. It is public, so it is the same for every caller. */
interface Facts {
  post: PostAnswer;
  /** For search engines. */
  title: string;
  description: string;
  image: SharedImage | undefined;
  section: string | undefined;
}

interface SharedImage {
  url: string;
  /** The largest crops in the shapes that search engines ask for; then the whole picture. */
  shapes: readonly string[];
  width?: number;
  height?: number;
  alt?: string;
}

/** The tags for the `<head>` of a post's page: title, canonical URL, Open Graph, Twitter card and JSON-LD. */
export async function renderHead(post: PostAnswer): Promise<string> {
  const [image, section] = await Promise.all([readSharedImage(post), readSectionTitle(post)]);
  const facts: Facts = {
    post,
    title: oneLine(post.page_title || post.headline),
    description: oneLine(post.meta_description || post.subheadline || post.description),
    image,
    section,
  };
  const isHidden = post.status !== 'published' || post.is_private;
  return [
    `<title>${escapeHtml(facts.title)}</title>`,
    ...tags('name', {
      description: facts.description,
      robots: isHidden ? 'noindex' : 'max-image-preview:large',
    }),
    `<link rel="canonical" href="${escapeHtml(post.post_url)}">`,
    ...tags('property', openGraph(facts)),
    ...post.roar_authors.flatMap(author => tags('property', { 'article:author': author.profile_href })),
    ...post.public_tags.flatMap(tag => tags('property', { 'article:tag': oneLine(tag) })),
    ...tags('name', twitterCard(facts)),
    `<script type="application/ld+json">${escapeScript(JSON.stringify(newsArticle(facts)))}</script>`,
  ].join('\n');
}

type Values = Readonly<Record<string, string | number | undefined>>;

function tags(kind: 'name' | 'property', values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`<meta ${kind}="${name}" content="${escapeHtml(String(value))}">`],
  );
}

function openGraph({ post, title, description, image, section }: Facts): Values {
  return {
    'og:type': 'article',
    'og:site_name': site().siteTitle,
    'og:url': post.post_url,
    'og:title': oneLine(post.og_title) || title,
    'og:description': oneLine(post.og_description) || description,
    'og:image': image?.url,
    'og:image:width': image?.width,
    'og:image:height': image?.height,
    'og:image:alt': image?.alt,
    'article:published_time': toIsoTime(post.created_ts),
    'article:modified_time': toIsoTime(modifiedTs(post)),
    'article:section': section,
  };
}

function twitterCard({ post, title, description, image }: Facts): Values {
  return {
    'twitter:card': image ? 'summary_large_image' : 'summary',
    'twitter:title': oneLine(post.og_title) || title,
    'twitter:description': oneLine(post.og_description) || description,
    'twitter:image': image?.url,
    'twitter:image:alt': image?.alt,
  };
}

/** https://schema.org/NewsArticle, with the properties that search engines read. */
function newsArticle({ post, description, image, section }: Facts): object {
  const { language } = site();
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    mainEntityOfPage: { '@type': 'WebPage', '@id': post.post_url },
    url: post.post_url,
    headline: oneLine(post.headline),
    description,
    image: image?.shapes,
    datePublished: toIsoTime(post.created_ts),
    dateModified: toIsoTime(modifiedTs(post)),
    author: post.roar_authors.map(({ title, profile_href }) => ({
      '@type': 'Person',
      name: title,
      url: profile_href,
    })),
    publisher: publisher(),
    articleSection: section,
    keywords: post.public_tags,
    inLanguage: language,
    wordCount: post.words_count,
  };
}

function publisher(): object {
  const {
    siteTitle: name,
    baseUrl,
    theme: { logo },
  } = site();
  const picture = logo !== undefined && { logo: { '@type': 'ImageObject', url: logo } };
  return { '@type': 'Organization', name, url: `${baseUrl}/`, ...picture };
}

/** In HTML, a script ends at the first `</script`, and `<!--` changes where that is, also within its strings. */
function escapeScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const MAX_WIDTH = 980;

/** Reads the images of several posts together, which are then known for some seconds. */
export async function readSharedImages(posts: readonly PostAnswer[]): Promise<void> {
  const ids = posts.flatMap(post => chooseImage(post) ?? []);
  if (ids.length > 0) await Images.known([...new Set(ids)]);
}

function chooseImage(post: PostAnswer): number | null {
  return post.social_teaser_image_id ?? post.image_id;
}

/** The image for social media, else the lead image. */
async function readSharedImage(post: PostAnswer): Promise<SharedImage | undefined> {
  const id = chooseImage(post);
  const image = id === null ? undefined : (await Images.known([id])).get(id);
  if (image) return shareImage(image);
  return post.image_external === '' ? undefined : { url: post.image_external, shapes: [post.image_external] };
}

/** The largest thumbnail of the whole picture. */
function shareImage(image: ImageRecord): SharedImage {
  const { width, height, alt } = image;
  const urls = shownThumbnails(image);
  const shownWidth = Math.min(width, MAX_WIDTH);
  const url = urls[`${MAX_WIDTH}x`] ?? urls.origin ?? '';
  return {
    url,
    shapes: [...listCrops(urls), url],
    width: shownWidth,
    height: Math.round((height * shownWidth) / width),
    alt: oneLine(alt),
  };
}

/**
 * The ratios in Google's structured data for articles. A site that wants all of them configures the ratios, with a size of 1,200 pixels or
 * more.
 */
const SHAPES = ['16x9', '4x3', '1x1'];

function listCrops(urls: Readonly<Record<string, string>>): string[] {
  const toWidth = (size: string): number => Number(size.split('x')[0]);
  return SHAPES.flatMap(shape => {
    const ratio = site().imageRatios.find(({ code }) => code === shape);
    const [largest = ''] = ratio?.sizes.toSorted((one, other) => toWidth(other) - toWidth(one)) ?? [];
    return urls[largest] ?? [];
  });
}

/** The title of the primary section, else of the first; a private section is not named. */
async function readSectionTitle({ primary_section, sections }: PostAnswer): Promise<string | undefined> {
  const directory = await readDirectory(sections);
  const ids = [...(primary_section === null ? [] : [primary_section]), ...sections];
  const id = ids.find(section => section !== HOME_ID && directory.isPublic(section));
  return id === undefined ? undefined : directory.get(id)?.title;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
