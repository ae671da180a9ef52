import { messages } from '../messages.ts';
import { useLoaded } from '../house/loaded.ts';
import { address, setQuery } from '../router.ts';
import { toPostPath } from '../routes.ts';
import { api } from '../service/api.ts';
import { siteZone } from '../zone.ts';
import { Chart, type Point } from './chart.tsx';

const { readers: texts } = messages;

type By = 'hour' | 'day';

/** The views of a story or a section by hour or by day, which the address names. */
export function OverTime() {
  const query = new URLSearchParams(address.value.search);
  const of = query.get('of') ?? '';
  const by: By = query.get('by') === 'day' ? 'day' : 'hour';
  const found = useLoaded(`${of} ${by}`, signal => readViews(of, by, signal));
  const sections = useLoaded('sections', signal => api.sections.list({ signal }));
  const { value: shown } = found.value;
  return (
    <section class="over-time" aria-label={texts.overTime}>
      <h3>{shown ? texts.of(shown.name) : texts.overTime}</h3>
      <div class="gallery-head">
        <label class="page-choice">
          <span>{texts.section}</span>
          <select value={of} onChange={event => setQuery('of', event.currentTarget.value)}>
            <option value="">{texts.chooseSection}</option>
            {sections.value.value?.map(({ id, title }) => (
              <option key={id} value={`section-${id}`} selected={of === `section-${id}`}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <div class="filters" role="group" aria-label={texts.by}>
          {(['hour', 'day'] as const).map(span => (
            <button
              key={span}
              type="button"
              aria-pressed={span === by}
              onClick={() => setQuery('by', span === 'day' ? span : '')}
            >
              {texts.units[span]}
            </button>
          ))}
        </div>
        {shown?.story !== undefined && <a href={toPostPath(shown.story)}>{texts.openStory}</a>}
      </div>
      {found.failure.value !== '' && (
        <p class="task-failure" role="alert">
          {found.failure.value}
        </p>
      )}
      {shown && <Chart points={shown.points} unit={texts.unit[by]} />}
      {of === '' && <p class="says">{texts.choose}</p>}
    </section>
  );
}

interface Views {
  name: string;
  story?: number;
  points: Point[];
}

async function readViews(of: string, by: By, signal: AbortSignal): Promise<Views | null> {
  const [, kind, number] = /^(post|section)-([1-9]\d{0,15})$/.exec(of) ?? [];
  if (kind === undefined) return null;
  const call = { path: { id: Number(number) }, signal };
  const query = { by };
  if (kind === 'section') {
    const [views, { title }] = await Promise.all([
      api.editor.sectionViews({ ...call, query }),
      api.sections.get(call),
    ]);
    return { name: title, points: views.map(view => toPoint(view, by)) };
  }
  const [views, { headline }] = await Promise.all([
    api.editor.postViews({ ...call, query }),
    api.editor.getPost(call),
  ]);
  return { name: headline, story: call.path.id, points: views.map(view => toPoint(view, by)) };
}

/** Days of counts are those of UTC, hours are shown in the site's time. */
function toPoint({ start_ts: ts, views }: { start_ts: number; views: number }, by: By): Point {
  const format = new Intl.DateTimeFormat(undefined, {
    ...{ timeZone: by === 'day' ? 'UTC' : siteZone, day: 'numeric', month: 'short' },
    ...(by === 'hour' && { hour: '2-digit', minute: '2-digit' }),
  });
  return { label: format.format(ts * 1000), views };
}
