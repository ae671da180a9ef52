import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from '../../body/schema.ts';
import { api } from '../../service/api.ts';
import { attemptQuietly } from '../../status.ts';

const { opaque, paragraph, loose } = schema.nodes;

/**
 * Puts an address that is pasted into an empty paragraph there as a link, and its player or post in its place once the service has found it.
 * @returns whether it did
 */
export function pasteAddress(view: EditorView, address: string): boolean {
  const { parent } = view.state.selection.$from;
  if ((parent.type !== paragraph && parent.type !== loose) || parent.content.size > 0) return false;
  const link = schema.marks.link.create({ tag: 'a', attributes: [['href', address]] });
  view.dispatch(view.state.tr.replaceSelectionWith(schema.text(address, [link]), false));
  void attemptQuietly(async () => {
    const { embed } = await api.scraper.get({ query: { url: address } }).catch(() => ({ embed: undefined }));
    if (embed && embed.media_html !== '') showEmbed(view, address, embed.media_html);
  });
  return true;
}

/** Nothing is replaced where one has written on. */
function showEmbed(view: EditorView, address: string, source: string): void {
  if (view.isDestroyed) return;
  const { doc, tr } = view.state;
  doc.forEach((node, at) => {
    if (tr.docChanged || !node.isTextblock || node.textContent !== address) return;
    tr.replaceWith(at, at + node.nodeSize, opaque.create({ source }));
    const after = at + 1;
    if (after >= tr.doc.content.size) tr.insert(after, paragraph.create({ tag: 'p' }));
    tr.setSelection(Selection.near(tr.doc.resolve(after), 1));
  });
  if (tr.docChanged) view.dispatch(tr);
}
