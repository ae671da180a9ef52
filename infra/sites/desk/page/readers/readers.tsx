import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLoaded } from '../house/loaded.ts';
import { messages } from '../messages.ts';
import { ROOT } from '../routes.ts';
import { api } from '../service/api.ts';
import { OverTime } from './over-time.tsx';

const { readers: texts } = messages;
const EVERY_MS = 10_000;
const MOST = 20;
const PERIODS = ['1', '24', '168', '720'] as const;

/** What readers read: the most viewed stories, and views over time. */
export function Readers() {
  return (
    <div class="place">
      <h2>{texts.title}</h2>
      <OverTime />
      <MostViewed />
    </div>
  );
}

function MostViewed() {
  const period = useSignal('24');
  const list = useLoaded(period.value, signal =>
    api.posts.pageViews({
      query: { period: Number(period.value), limit: MOST, include_fields: 'id,headline,stats' },
      signal,
    }),
  );
  const { reload } = list;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [period.value]);
  const rows = (list.value.value ?? []).map(({ id, headline, stats }) => ({
    ...{ id: Number(id), headline: String(headline) },
    views: stats?.period_page_views ?? 0,
  }));
  return (
    <section aria-label={texts.most}>
      <h3>{texts.most}</h3>
      <label class="page-choice">
        <span>{texts.in}</span>
        <select value={period.value} onChange={event => (period.value = event.currentTarget.value)}>
          {PERIODS.map(hours => (
            <option key={hours} value={hours} selected={hours === period.value}>
              {texts.periods[hours]}
            </option>
          ))}
        </select>
      </label>
      {list.failure.value !== '' && (
        <p class="task-failure" role="alert">
          {list.failure.value}
        </p>
      )}
      {list.value.value?.length === 0 ? <p class="hint">{texts.none}</p> : <Table rows={rows} />}
    </section>
  );
}

interface Row {
  id: number;
  headline: string;
  views: number;
}

/** A bar chart as a table, which screen readers can read. */
function Table({ rows }: { rows: readonly Row[] }) {
  const most = Math.max(...rows.map(({ views }) => views), 1);
  return (
    <table class="chart">
      <thead>
        <tr>
          <th scope="col">{texts.story}</th>
          <th scope="col" class="number">
            {texts.views}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, headline, views }) => (
          <tr key={id}>
            <th scope="row">
              <a href={`${ROOT}readers?of=post-${id}`}>{headline}</a>
            </th>
            <td class="number">{views.toLocaleString()}</td>
            <td class="bars">
              <div
                class="bar-of-chart"
                aria-hidden="true"
                style={{ inlineSize: `${(views / most) * 100}%` }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
