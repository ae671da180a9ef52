import { encodePath } from '../../../shared/platform/text/percent.ts';
import { trustHtml, markup, type Html } from './html.ts';
import type { Frame, PageFacts } from './frame.ts';
import type { Section } from './read.ts';
import { findTrail, sectionPath } from './sections.ts';
import { findTagPath } from './tags/tags.ts';

/** The tags for the `<head>` of a list: title, canonical address, Open Graph, breadcrumbs. */
export function renderListHead(frame: Frame, facts: PageFacts, name: string): Html {
  const { title, description = '', image, path = frame.path, section, isUnlisted = false } = facts;
  const { hasPortrait = false } = facts;
  const url = `${frame.baseUrl}${findTagPath(path) ?? encodePath(toCanonicalPath(path))}`;
  const about = description === '' ? name : description;
  const properties = {
    'og:type': 'website',
    'og:site_name': frame.title,
    'og:url': url,
    'og:title': title,
    'og:description': about,
    'og:image': image ?? '',
    // Networks that read these take all else from Open Graph.
    'twitter:card': image && !hasPortrait ? 'summary_large_image' : 'summary',
    'twitter:image': image ?? '',
    'og:locale': frame.language.replace('-', '_'),
  };
  const tags = Object.entries(properties).filter(([, content]) => content !== '');
  const addresses =
    !isUnlisted &&
    markup`<link rel="canonical" href="${url}">
<link rel="alternate" hreflang="${frame.language}" href="${url}">
${tags.map(([name, content]) => markup`<meta ${name.startsWith('twitter:') ? 'name' : 'property'}="${name}" content="${content}">\n`)}`;
  return markup`<title>${name}</title>
<meta name="description" content="${about}">
<meta name="robots" content="${isUnlisted ? 'noindex' : 'max-image-preview:large'}">
${addresses}${section && renderBreadcrumbs(frame, section)}`;
}

/** Lists answer with and without a slash at their end. Links lead to authors with one, as `profile_url` has it, and to others without. */
function toCanonicalPath(path: string): string {
  const plain = path.replace(/\/$/, '');
  return plain === '' || plain.startsWith('/u/') ? `${plain}/` : plain;
}

/** https://schema.org/BreadcrumbList of a section's page, or of a post in it. */
export function renderBreadcrumbs(
  frame: Frame,
  section: Section,
  post?: { name: string; url: string },
): Html {
  const steps = [
    { name: frame.title, url: `${frame.baseUrl}/` },
    ...findTrail(section, frame.sections).map(ancestor => ({
      name: ancestor.title,
      url: `${frame.baseUrl}${encodeURI(sectionPath(ancestor))}`,
    })),
    ...(post ? [post] : []),
  ];
  const list = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
  // In HTML, a script ends at the first `</script`, also within its strings.
  const json = JSON.stringify(list).replace(
    /[<>&]/g,
    character => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
  return trustHtml(`<script type="application/ld+json">${json}</script>`);
}
