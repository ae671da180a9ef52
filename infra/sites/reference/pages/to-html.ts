import { escapeHtml } from '../../../../shared/platform/text/html.ts';
import type { Block, FieldRow, Snippet } from './blocks.ts';

/** @param up leads from the page to the folder of the reference: "" or "../" */
export function toHtml(blocks: readonly Block[], up: string): string {
  return blocks.map((block, at) => render(block, up, at)).join('\n');
}

function render(block: Block, up: string, at: number): string {
  switch (block.kind) {
    case 'heading':
      return heading(block.text);
    case 'text':
      return `<p>${inline(block.text, up)}</p>`;
    case 'list':
      return `<ul>${block.items.map(item => `<li>${inline(item, up)}</li>`).join('')}</ul>`;
    case 'code':
      return code(block.text, block.label ?? block.language);
    case 'tabs':
      return tabs(block.snippets, at);
    case 'fields':
      return fields(block.caption, block.rows, up);
    case 'try':
      return `<section class="try" data-method="${block.method}" data-path="${escapeHtml(block.path)}" data-body="${block.body}" data-example="${escapeHtml(block.example)}"></section>`;
  }
}

/** A long line scrolls, for which people without a mouse must be able to focus it. */
function code(text: string, label: string): string {
  return `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`;
}

/** Without a script: the chosen button shows its snippet. */
function tabs(snippets: readonly Snippet[], at: number): string {
  const buttons = snippets.map(
    ({ language, code: kind }, index) =>
      `<input type="radio" name="tab${at}" id="tab${at}-${kind}" value="${kind}"${index === 0 ? ' checked' : ''}><label for="tab${at}-${kind}">${language}</label>`,
  );
  const texts = snippets.map(({ language, text }) => code(text, language));
  return `<fieldset class="tabs"><legend>The request with</legend>${buttons.join('')}${texts.join('')}</fieldset>`;
}

function fields(caption: string, rows: readonly FieldRow[], up: string): string {
  const list = rows.map(({ name, place, type, text }) => {
    const id = [place, name.replaceAll(/[^\w-]/g, '-')].filter(Boolean).join('-');
    return `<dt id="${escapeHtml(id)}" data-name="${escapeHtml(name)}" data-in="${escapeHtml(place)}" data-type="${escapeHtml(type)}"><code>${escapeHtml(name)}</code> <span>${escapeHtml([place, type].filter(Boolean).join(', '))}</span></dt><dd>${inline(text, up)}</dd>`;
  });
  return `${heading(caption)}<dl>${list.join('\n')}</dl>`;
}

/** The id has a prefix, because a field may have the same name. */
function heading(text: string): string {
  return `<h2 id="about-${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}">${escapeHtml(text)}</h2>`;
}

/** `code`, **bold** and links; all else is escaped. */
function inline(text: string, up: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map(part =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : decorate(escapeHtml(part)),
    )
    .join('')
    .replaceAll(/\[(.+?)\]\(([^)\s]+)\)/g, (_all, label: string, target: string) =>
      anchor(label, target, up),
    );
}

function decorate(text: string): string {
  return text.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}

function anchor(label: string, target: string, up: string): string {
  const [page = '', part] = target.split('#');
  const isPage = /^(?:operations|errors|fields|tasks)\//.test(page);
  const address = isPage ? `${up}${page}.html${part === undefined ? '' : `#${part}`}` : target;
  return `<a href="${address}">${label}</a>`;
}
