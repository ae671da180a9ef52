import type { Block, FieldRow, Page } from './blocks.ts';

/** A page as Markdown, for programs that read texts. */
export function toMarkdown({ path, title, blocks }: Page): string {
  const up = path.includes('/') ? '../' : '';
  return `${[`# ${title}`, ...blocks.map(block => toText(block, up))].filter(Boolean).join('\n\n')}\n`;
}

function toText(block: Block, up: string): string {
  switch (block.kind) {
    case 'heading':
      return `## ${block.text}`;
    case 'text':
      return withLinks(block.text, up);
    case 'list':
      return block.items.map(item => `- ${withLinks(item, up)}`).join('\n');
    case 'code':
      return fence(block.language, block.text);
    case 'tabs':
      return block.snippets
        .map(({ language, code, text }) => `${language}:\n\n${fence(code, text)}`)
        .join('\n\n');
    case 'fields':
      return `## ${block.caption}\n\n${block.rows.map(row => toItem(row, up)).join('\n')}`;
    case 'try':
      return '';
  }
}

function toItem({ name, place, type, text }: FieldRow, up: string): string {
  return `- \`${name}\` (${[place, type].filter(Boolean).join(', ')}): ${withLinks(text, up)}`;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Links within the reference lead to the pages’ Markdown. */
function withLinks(text: string, up: string): string {
  return text.replaceAll(
    /\]\(((?:operations|errors|fields|tasks)\/\w[\w-]*)(#\w*)?\)/g,
    (_all, page: string, part = '') => `](${up}${page}.md${part})`,
  );
}
