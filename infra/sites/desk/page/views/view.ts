import { element, field } from '../dom.ts';
import { LatestLoad } from '../latest-load.ts';
import type { Desk, View } from '../view.ts';

const PERIODS: Record<number, string> = { 1: 'hour', 24: 'day', 168: 'week', 720: '30 days' };
const LIMIT = 20;

/** The most viewed posts. */
export function viewsView({ client, signal: view, reload }: Desk): View {
  const choice = element('select', {});
  for (const [hours, name] of Object.entries(PERIODS))
    choice.append(element('option', { value: hours, selected: hours === '24' }, `the last ${name}`));
  const place = element('div', {}, element('p', {}, 'Not loaded yet.'));
  const loads = new LatestLoad(view);
  choice.addEventListener('change', () => void reload());
  return {
    root: element('section', {}, element('h2', {}, 'Page views'), field('In', choice), place),
    refresh: async () => {
      const query = { period: Number(choice.value), limit: LIMIT, include_fields: 'headline,stats' };
      await loads.run(
        signal => client.posts.pageViews({ query, signal }),
        posts => {
          const bars = posts.map(({ headline, stats }) => ({
            headline: String(headline),
            views: stats?.period_page_views ?? 0,
          }));
          place.replaceChildren(createChart(bars));
        },
      );
    },
  };
}

interface Bar {
  headline: string;
  views: number;
}

/** A bar chart as a table, which screen readers can read. */
function createChart(bars: readonly Bar[]): HTMLElement {
  if (bars.length === 0) return element('p', {}, 'No views in this period.');
  const most = Math.max(...bars.map(({ views }) => views), 1);
  const row = ({ headline, views }: Bar): HTMLElement => {
    const bar = element('div', { class: 'bar-of-chart', attributes: { 'aria-hidden': 'true' } });
    bar.style.inlineSize = `${(views / most) * 100}%`;
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, headline),
      element('td', { class: 'number' }, views.toLocaleString()),
      element('td', { class: 'bars' }, bar),
    );
  };
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col' }, 'Post'),
    element('th', { scope: 'col', class: 'number' }, 'Views'),
    element('td', {}),
  );
  return element(
    'table',
    { class: 'chart' },
    element('thead', {}, head),
    element('tbody', {}, ...bars.map(row)),
  );
}
