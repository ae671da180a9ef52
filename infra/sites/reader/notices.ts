import { markup, type Html } from './html.ts';
import type { Frame, View } from './frame.ts';
import { renderSearchForm } from './layout.ts';
import { fill } from './texts/index.ts';

/** Pages instead of what was asked for. */

export function showMissing(frame: Frame): View {
  const { texts } = frame;
  const text = markup`<p>${texts.missing} <a href="/">${texts.toFront}</a>.</p>${renderSearchForm(frame, '')}`;
  return showNotice(texts.missingTitle, text);
}

export function showClosed({ texts }: Frame): View {
  return showNotice(texts.closedTitle, markup`<p>${fill(texts.closed, 'features.publicRead')}</p>`);
}

export function showFailed({ texts }: Frame): View {
  return showNotice(texts.failedTitle, markup`<p>${texts.failed}</p>`);
}

function showNotice(title: string, text: Html): View {
  return {
    title,
    isUnlisted: true,
    main: markup`<div class="listing notice-page"><h1>${title}</h1>${text}</div>`,
  };
}
