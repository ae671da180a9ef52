import { messages } from '../messages.ts';
import type { Story } from '../story/story.ts';
import { lazyComponent } from '../ui/lazy.tsx';
import { Publishing } from './publishing.tsx';

const Panel = lazyComponent(async () => (await import('./panel.tsx')).Panel);

/** The pane next to the text: when and where the story is published, and what belongs to it. */
export function SettingsPane({ story }: { story: Story }) {
  return (
    <aside class="settings" aria-label={messages.story.settings}>
      <Publishing story={story} />
      <Panel story={story} />
    </aside>
  );
}
