import { element } from '../dom.ts';

interface Bar {
  headline: string;
  views: number;
}

/** A bar chart as a table, which screen readers can read. */
export function createChart(bars: readonly Bar[]): HTMLElement {
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
