import type { Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';
import type { Story } from '../story/story.ts';

/** The body as it is stored, to write it as HTML. */
export function HtmlView({ story, isHtml }: { story: Story; isHtml: Signal<boolean> }) {
  const source = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (source.current) source.current.value = story.body.read();
  }, [story]);
  useEffect(() => {
    // Preact clears the ref before it detaches the editor, which reads the text once more.
    const { current: area } = source;
    if (!area) return undefined;
    return story.body.attach({ read: () => area.value, replace: html => (area.value = html) });
  }, [story]);
  return (
    <>
      <div class="toolbar" role="toolbar" aria-label={messages.toolbar.label}>
        <span class="gap" />
        <button type="button" class="html" aria-pressed onClick={() => (isHtml.value = false)}>
          {messages.toolbar.html}
        </button>
      </div>
      <textarea
        ref={source}
        class="source"
        aria-label={messages.toolbar.html}
        spellcheck={false}
        onInput={() => story.body.touch()}
      />
    </>
  );
}
