import { useSignal } from '@preact/signals';
import { TaskNotice, useTask } from '../../house/task.tsx';
import { messages } from '../../messages.ts';
import { me } from '../../service/me.ts';
import { showDone } from '../../status.ts';
import type { Box } from './box.ts';
import type { CropState } from './crop-state.ts';
import { Stage } from './stage.tsx';

const { pictures: texts } = messages;

interface Props {
  image: { image_original_url: string; alt: string };
  state: CropState;
}

/** The crops for the site's ratios: one is edited, all are shown as they will be. */
export function Crops({ image, state }: Props) {
  const chosen = useSignal(Object.keys(state.boxes.value)[0] ?? '');
  const { value: code } = chosen;
  const box = state.boxes.value[code];
  if (!box) return null;
  return (
    <section class="crops" aria-label={texts.crops}>
      <h3>{texts.crops}</h3>
      <Ratios image={image} state={state} code={code} onChoose={ratio => (chosen.value = ratio)} />
      <Stage
        key={code}
        image={image}
        code={code}
        box={box}
        size={state.size}
        onChange={next => state.set(code, next)}
      />
      <Saving state={state} code={code} />
    </section>
  );
}

/** The ratios to choose from, each with its crop. */
function Ratios({
  image,
  state,
  code,
  onChoose,
}: Props & { code: string; onChoose: (code: string) => void }) {
  return (
    <fieldset class="ratios">
      <legend class="unseen">{texts.crops}</legend>
      {Object.entries(state.boxes.value).map(([ratio, box]) => (
        <label key={ratio}>
          <input
            type="radio"
            name="ratio"
            value={ratio}
            checked={ratio === code}
            onChange={() => onChoose(ratio)}
          />
          <span>{nameRatio(ratio)}</span>
          <Preview src={image.image_original_url} box={box} size={state.size} />
        </label>
      ))}
    </fieldset>
  );
}

function Saving({ state, code }: { state: CropState; code: string }) {
  const task = useTask();
  const run = async (done: string, work: () => Promise<void>): Promise<void> => {
    if (await task.run(work)) showDone(done);
  };
  return (
    <>
      <TaskNotice task={task} />
      <div class="sources">
        <button
          type="button"
          class="primary"
          disabled={task.isRunning.value}
          onClick={() => void run(texts.cropsSaved, () => state.save())}
        >
          {texts.saveCrops}
        </button>
        <button
          type="button"
          disabled={task.isRunning.value}
          onClick={() => void run(texts.cropReset, () => state.reset(code))}
        >
          {texts.resetCrop}
        </button>
        {state.isDirty.value && <span class="unsaved">{messages.house.unsaved}</span>}
      </div>
    </>
  );
}

/** `16x9` as the site calls it. */
function nameRatio(code: string): string {
  const title = me.value?.site.image_ratios.find(ratio => ratio.code === code)?.title;
  return title === undefined ? code.replace('x', ' : ') : `${title} ${code.replace('x', ' : ')}`;
}

/** A crop as it will be, without asking the service. */
function Preview({ src, box, size }: { src: string; box: Box; size: { width: number; height: number } }) {
  return (
    <span class="crop-preview" style={{ aspectRatio: `${box.width} / ${box.height}` }}>
      <img
        src={src}
        alt=""
        style={{
          width: `${(size.width / box.width) * 100}%`,
          left: `${(-box.left / box.width) * 100}%`,
          top: `${(-box.top / box.height) * 100}%`,
        }}
      />
    </span>
  );
}
