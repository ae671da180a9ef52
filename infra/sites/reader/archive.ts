import { formatMonth, formatMonthName, toMonth } from './dates.ts';
import { markup, type Html } from './html.ts';
import type { Listed, View } from './frame.ts';
import { showList } from './lists.ts';

/** The newest years of the archive; older stories are reached from month to month. */
const MAX_YEARS = 40;

/** All stories, with links to the months from the oldest one to now. */
export function showArchive(oldestTs: number | undefined, listed: Listed): View {
  const { frame, query } = listed;
  const { language, timeZone, nowMs, texts } = frame;
  const now = nowMs / 1000;
  const months = listMonths(toMonth(oldestTs ?? now, timeZone), toMonth(now, timeZone));
  const years = [...new Set(months.map(month => month.slice(0, 4)))];
  const rows = years.map(year => {
    const all = months.filter(month => month.startsWith(year));
    const links = all.map(
      month => markup`<li><a href="/archive/${month}">${formatMonthName(month, language)}</a></li>`,
    );
    return markup`<dt>${year}</dt><dd><ul>${links}</ul></dd>`;
  });
  const calendar: Html | null = query.has('cursor') ? null : markup`<dl class="months">${rows}</dl>`;
  return showList(texts.archive, listed, calendar);
}

/** @param month such as `2026-11` */
export function showMonth(month: string, listed: Listed): View {
  const { texts, language } = listed.frame;
  const back = markup`<p class="label"><a href="/archive">${texts.archive}</a></p>`;
  const view = showList(formatMonth(month, language), listed, back);
  return listed.list.body.length === 0 ? { ...view, isUnlisted: true } : view;
}

/** Newest first. */
function listMonths(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = to; month >= from && months.length < 12 * MAX_YEARS; month = previousMonth(month))
    months.push(month);
  return months;
}

function previousMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const [before, last] = number === 1 ? [year - 1, 12] : [year, number - 1];
  return `${String(before).padStart(4, '0')}-${String(last).padStart(2, '0')}`;
}
