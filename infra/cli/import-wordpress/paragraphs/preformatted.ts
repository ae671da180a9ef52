const PLACEHOLDER = /<pre wp-pre-tag-(\d+)><\/pre>/g;

/** Replaces preformatted text, which stays as it is, by empty elements. A `</pre>` without its beginning is dropped. */
export function setAside(body: string): { text: string; blocks: string[] } {
  if (!body.includes('<pre')) return { text: body, blocks: [] };
  const parts = body.split('</pre>');
  const last = parts.pop() ?? '';
  const blocks: string[] = [];
  const kept = parts.map(part => {
    const start = part.indexOf('<pre');
    if (start === -1) return part;
    blocks.push(`${part.slice(start)}</pre>`);
    return `${part.slice(0, start)}<pre wp-pre-tag-${blocks.length - 1}></pre>`;
  });
  return { text: kept.join('') + last, blocks };
}

export function restore(text: string, blocks: readonly string[]): string {
  return text.replace(PLACEHOLDER, (whole, index: string) => blocks[Number(index)] ?? whole);
}
