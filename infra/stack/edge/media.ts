import { AVATAR_SVG, SERVED_HEADERS } from '../../../shared/library/media/served.ts';
import { PROTECTION } from '../../../shared/platform/http/protection.ts';

const AVATAR_AGE_S = 86_400;

/**
 * The source of a CloudFront function that answers requests for anything but files of the bucket: with the default avatar, otherwise with
 * 404. With `prefix`, the files are below it, and the bucket gets their path without it; without one, behaviours of the distribution
 * already send it only files. It sets all headers itself, because the response headers policy applies to origin responses only.
 */
export function writeMediaFunction(prefix?: string): string {
  const { 'content-security-policy': csp } = SERVED_HEADERS;
  const common = { ...PROTECTION, 'content-security-policy': csp, 'referrer-policy': 'no-referrer' };
  const missing = { statusCode: 404, headers: toHeaders(common) };
  const avatar = {
    statusCode: 200,
    headers: toHeaders({
      ...SERVED_HEADERS,
      ...common,
      'content-type': 'image/svg+xml',
      'cache-control': `public, max-age=${AVATAR_AGE_S}`,
    }),
    body: { encoding: 'text', data: AVATAR_SVG },
  };
  const [avatarText, missingText] = [JSON.stringify(avatar), JSON.stringify(missing)];
  if (prefix === undefined)
    return `function handler(event) {
  return event.request.uri === '/avatar.svg' ? ${avatarText} : ${missingText};
}`;
  return `function handler(event) {
  const uri = event.request.uri.slice(${prefix.length});
  if (uri === '/avatar.svg') return ${avatarText};
  if (!/^\\/(images|documents)\\//.test(uri)) return ${missingText};
  event.request.uri = uri;
  return event.request;
}`;
}

function toHeaders(headers: Record<string, string>): Record<string, { value: string }> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
}
