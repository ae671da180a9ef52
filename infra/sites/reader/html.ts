import { escapeHtml } from '../../../shared/platform/text/html.ts';

/** Markup that is safe to show. Only `markup` and `trustHtml` make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

/** Fills a template. Texts are escaped, lists are joined, and what is absent leaves nothing. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(renderValue)));
}

/** Takes markup as it is: only for what the service has made safe. */
export function trustHtml(text: string): Html {
  return new Html(text);
}

function renderValue(value: Value): string {
  if (value instanceof Html) return value.text;
  if (isList(value)) return value.map(renderValue).join('');
  return value === false || value === null || value === undefined ? '' : escapeHtml(String(value));
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
