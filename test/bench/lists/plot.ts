import { escapeHtml } from '../../../shared/platform/text/html.ts';
import type { Row } from './table.ts';

/** The lists in the plot: those that readers request most. */
const DRAWN = [
  'newest',
  'of a section',
  'with a tag',
  'by an author',
  'last updated',
  'most viewed',
  'one word',
  'two words',
  'quoted phrase',
];
/** Colours that people with colour blindness can distinguish; each for a light and for a dark page. */
const COLOURS = [
  ['#0072b2', '#56b4e9'],
  ['#d55e00', '#ff8c42'],
  ['#007a5a', '#2bc49a'],
  ['#a4488c', '#e08fc6'],
  ['#8a6d00', '#f0c419'],
  ['#555555', '#b5b5b5'],
  ['#3b3fb6', '#9aa0ff'],
  ['#b00020', '#ff6b7d'],
  ['#4b7f1b', '#9ccc65'],
];
const WIDTH = 900;
const HEIGHT = 330;
const PANEL = { top: 48, width: 260, height: 220 };
const LEGEND = 642;
const TICKS = 5;

interface Panel {
  title: string;
  left: number;
  of: (row: Row) => number;
}

const PANELS: readonly Panel[] = [
  { title: 'Read units of the first page', left: 44, of: row => row.read },
  { title: 'Items examined for it', left: 358, of: row => row.examined },
];

/** Cost against the size of the archive, as an SVG that is legible on light and on dark pages. */
export function drawPlot(rows: readonly Row[]): string {
  const drawn = DRAWN.map(name => rows.filter(row => row.list === name)).filter(list => list.length > 0);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">`,
    '<title>What a list costs while the archive grows</title>',
    styles(),
    ...PANELS.flatMap(panel => drawPanel(panel, drawn)),
    ...drawn.flatMap(drawLegend),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function styles(): string {
  const rules = (mode: number): string =>
    COLOURS.map((pair, index) => `.c${index}{color:${pair[mode] ?? ''}}`).join('');
  const light = `text{fill:#24292f}.grid{stroke:#d0d7de}${rules(0)}`;
  const dark = `text{fill:#c9d1d9}.grid{stroke:#3d444d}${rules(1)}`;
  return `<style>${light}@media (prefers-color-scheme: dark){${dark}}</style>`;
}

function drawPanel({ title, left, of }: Panel, lists: readonly (readonly Row[])[]): string[] {
  const { top, width, height } = PANEL;
  const archives = [...new Set(lists.flat().map(row => row.archive))];
  const [low, high] = [Math.log(Math.min(...archives)), Math.log(Math.max(...archives))];
  const step = stepFor(Math.max(...lists.flat().map(of)));
  const x = (archive: number): number =>
    left + 12 + ((Math.log(archive) - low) / (high - low || 1)) * (width - 24);
  const y = (value: number): number => top + height - (value / (step * TICKS)) * height;

  const grid = Array.from({ length: TICKS + 1 }, (_, index) => {
    const at = y(index * step).toFixed(1);
    const line = `<line class="grid" x1="${left}" x2="${left + width}" y1="${at}" y2="${at}"/>`;
    return `${line}<text x="${left - 6}" y="${at}" dy="4" text-anchor="end">${index * step}</text>`;
  });
  const archiveTicks = archives.map(
    archive =>
      `<text x="${x(archive).toFixed(1)}" y="${top + height + 18}" text-anchor="middle">${archive.toLocaleString('en')}</text>`,
  );
  const lines = lists.map((rows, index) => {
    const points = rows.map(row => [x(row.archive).toFixed(1), y(of(row)).toFixed(1)]);
    const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="currentColor"/>`);
    const path = points.map(point => point.join(',')).join(' ');
    return `<g class="c${index}"><polyline points="${path}" fill="none" stroke="currentColor" stroke-width="2"/>${dots.join('')}</g>`;
  });
  return [
    `<text x="${left}" y="24" font-weight="600">${escapeHtml(title)}</text>`,
    ...grid,
    ...archiveTicks,
    `<text x="${left + width / 2}" y="${top + height + 38}" text-anchor="middle">posts in the archive</text>`,
    ...lines,
  ];
}

function drawLegend(rows: readonly Row[], index: number): string[] {
  const last = rows.at(-1);
  if (!last) return [];
  const y = PANEL.top + 8 + index * 24;
  const figures = `${last.read} units, ${last.examined} items`;
  return [
    `<g class="c${index}"><line x1="${LEGEND}" x2="${LEGEND + 18}" y1="${y}" y2="${y}" stroke="currentColor" stroke-width="3"/></g>`,
    `<text x="${LEGEND + 26}" y="${y}" dy="4">${escapeHtml(last.list)}</text>`,
    `<text x="${WIDTH - 12}" y="${y}" dy="4" text-anchor="end">${figures}</text>`,
  ];
}

/** A round step of which TICKS reach a value. */
function stepFor(most: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(most / TICKS));
  const factor = [1, 2, 2.5, 4, 5, 6, 8, 10].find(candidate => candidate * magnitude * TICKS >= most) ?? 10;
  return factor * magnitude;
}
