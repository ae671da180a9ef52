import { useId } from 'preact/hooks';
import { messages } from '../messages.ts';

const { readers: texts } = messages;
const WIDTH = 720;
const HEIGHT = 200;
const FOOT = 24;
const LABELS = 6;

export interface Point {
  label: string;
  views: number;
}

/** Views over time: as bars, as a sentence for those who can’t see them, and as a table. */
export function Chart({ points, unit }: { points: readonly Point[]; unit: string }) {
  const id = useId();
  const most = Math.max(...points.map(({ views }) => views), 1);
  const total = points.reduce((sum, { views }) => sum + views, 0);
  const peak = points.find(({ views }) => views === most);
  const step = WIDTH / Math.max(points.length, 1);
  const every = Math.ceil(points.length / LABELS);
  return (
    <figure class="views-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`}
        role="img"
        aria-labelledby={id}
        preserveAspectRatio="none"
      >
        <title id={id}>{texts.summary(total, most, peak?.label ?? '')}</title>
        <line class="axis" x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        {points.map(({ views }, index) => {
          const height = (views / most) * (HEIGHT - 8);
          return (
            <rect
              key={index}
              class="bar-of-chart"
              x={index * step + step * 0.1}
              y={HEIGHT - height}
              width={step * 0.8}
              height={height}
            />
          );
        })}
      </svg>
      <p class="chart-labels" aria-hidden="true">
        {points
          .filter((_, index) => index % every === 0)
          .map(({ label }, index) => (
            <span key={index}>{label}</span>
          ))}
      </p>
      <figcaption>{texts.summary(total, most, peak?.label ?? '')}</figcaption>
      <PointTable points={points} unit={unit} />
    </figure>
  );
}

function PointTable({ points, unit }: { points: readonly Point[]; unit: string }) {
  return (
    <details>
      <summary>{texts.asTable}</summary>
      <table class="rows-table">
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">{texts.views}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, views }, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td data-label={texts.views}>{views.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
