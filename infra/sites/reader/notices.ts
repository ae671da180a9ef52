import { encodePath } from '../../../shared/platform/text/percent.ts';
import { ApiError } from '../../client/source/index.ts';
import { markup, type Html } from './html.ts';
import type { Frame, SiteAnswer, View } from './frame.ts';
import { page, renderSearchForm } from './layout.ts';
import { fill } from './texts/index.ts';

/** Answers instead of the page that was asked for. */

/** A permanent redirect by default. */
export function redirect(location: string, status: 301 | 302 = 301): SiteAnswer {
  return { status, type: 'text/plain', body: '', location };
}

/** In seconds, when the service does not say it. */
const RETRY_AFTER_S = 10;

/**
 * The page for a failed call of the service. When the service is too busy, the page can't be shown now, which is no fault of the reader's
 * request.
 */
export function explain(error: unknown, frame: Frame, query: URLSearchParams): SiteAnswer {
  const { status, retryAfter = null } = error instanceof ApiError ? error : { status: 500 };
  if (status === 401) return page(403, frame, showClosed(frame));
  if (status === 413) return page(413, frame, showTooLong(frame));
  // Addresses of later pages outlive their positions, for example in search engines.
  if (status === 400 && query.has('cursor')) return redirect(buildFirstPage(frame.path, query), 302);
  if (status < 500 && status !== 429) return page(404, frame, showMissing(frame));
  const retryAfterS = retryAfter === null ? RETRY_AFTER_S : Math.max(1, Math.ceil(retryAfter / 1000));
  return { ...page(503, frame, showFailed(frame)), failure: { cause: error, retryAfterS } };
}

/** Two slashes at the start would be the name of another host. */
function buildFirstPage(path: string, query: URLSearchParams): string {
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'cursor' && name !== 'newer'));
  const address = encodePath(path.replace(/^\/+/, '/'));
  return others.size > 0 ? `${address}?${others.toString()}` : address;
}

export function showMissing(frame: Frame): View {
  const { texts } = frame;
  const text = markup`<p>${texts.missing} <a href="/">${texts.toFront}</a>.</p>${renderSearchForm(frame, '')}`;
  return showNotice(texts.missingTitle, text);
}

function showClosed({ texts }: Frame): View {
  return showNotice(texts.closedTitle, markup`<p>${fill(texts.closed, 'features.publicRead')}</p>`);
}

function showFailed({ texts }: Frame): View {
  return showNotice(texts.failedTitle, markup`<p>${texts.failed}</p>`);
}

/** The service refuses answers over 6 MB. */
function showTooLong({ texts }: Frame): View {
  return showNotice(texts.tooLongTitle, markup`<p>${texts.tooLong}</p>`);
}

function showNotice(title: string, text: Html): View {
  return {
    title,
    isUnlisted: true,
    main: markup`<div class="listing notice-page"><h1>${title}</h1>${text}</div>`,
  };
}
