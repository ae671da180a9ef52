import { useLoaded } from '../house/loaded.ts';
import { mayCall } from '../house/service.ts';
import { TaskNotice, useTask } from '../house/task.tsx';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { showDone } from '../status.ts';
import type { Image } from './image.ts';

const { pictures: texts } = messages;

/** Adds a picture to the catalogue, unless it is there. */
export function InCatalogue({ image }: { image: Image }) {
  const { id, filename, alt, photo_credit: credit } = image;
  const task = useTask();
  const assets = useLoaded(`assets-${id}`, async signal => {
    const query = { file_id: id, file_type: 'image' as const, count: 1 };
    return (await api.dam.list({ query, signal })).items;
  });
  const found = assets.value.value;
  if (!found) return null;
  if (found.length > 0) return <p class="says">{texts.inCatalogue}</p>;
  if (!mayCall('dam/create')) return null;
  const add = (): void => {
    void task.run(async () => {
      await api.dam.create({ body: { file_type: 0, file_id: id, filename, alt_text: alt, credit } });
      showDone(texts.added);
      assets.reload();
    });
  };
  return (
    <p>
      <button type="button" disabled={task.isRunning.value} onClick={add}>
        {texts.addToCatalogue}
      </button>
      <TaskNotice task={task} />
    </p>
  );
}
