import { element } from '../../dom.ts';
import { messages } from '../../messages.ts';

const texts = messages.cards;
const MAX_HEIGHT = 640;

/** A frame with an address of its own, whose policy allows styles and pictures, and no scripts. */
export function createFrame(fragment: Element): HTMLIFrameElement {
  for (const script of fragment.querySelectorAll('script')) script.remove();
  const frame = element('iframe', {
    src: '/desk/frame.html',
    title: texts.opaque,
    loading: 'lazy',
    attributes: { sandbox: 'allow-same-origin' },
  });
  frame.addEventListener('load', () => {
    const page = frame.contentDocument;
    if (!page?.body) return;
    page.body.replaceChildren(
      ...[...fragment.cloneNode(true).childNodes].map(node => page.importNode(node, true)),
    );
    const fit = (): void => {
      frame.style.blockSize = `${Math.min(page.body.offsetHeight, MAX_HEIGHT)}px`;
    };
    fit();
    // Pictures come later.
    page.body.addEventListener('load', fit, true);
  });
  return frame;
}
