import type { Client } from '../../../../shared/client/index.ts';
import { element, field } from '../dom.ts';
import { reasonOf, say } from '../status.ts';
import { chart } from './chart.ts';

const PERIODS: Record<number, string> = { 1: 'hour', 24: 'day', 168: 'week', 720: '30 days' };
const EVERY_MS = 10_000;
const LIMIT = 20;

/** What is read most, looked at again every ten seconds while it is shown. */
export async function viewsView(client: Client, signal: AbortSignal): Promise<HTMLElement> {
  const choice = element('select', {});
  for (const [hours, name] of Object.entries(PERIODS))
    choice.append(element('option', { value: hours, selected: hours === '24' }, `the last ${name}`));
  const place = element('div', {});
  const draw = async (): Promise<void> => {
    const query = { period: Number(choice.value), limit: LIMIT, include_fields: 'headline,stats' };
    const posts = await client.posts.pageViews({ query, signal });
    place.replaceChildren(
      chart(
        posts.map(({ headline, stats }) => ({
          headline: String(headline),
          views: stats?.period_page_views ?? 0,
        })),
      ),
    );
  };
  const drawOrSay = (): Promise<void> =>
    draw().catch((error: unknown) => {
      if (!signal.aborted) say(reasonOf(error), true);
    });
  choice.addEventListener('change', () => void drawOrSay());
  const interval = setInterval(() => void drawOrSay(), EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(interval));
  await draw();
  return element('section', {}, element('h2', {}, 'Page views'), field('In', choice), place);
}
