import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { messages } from '../../messages.ts';
import { moveBox, parseRatio, resizeBox, type Box, type Size } from './box.ts';
import { makeKeyable, makePointable } from './handles.ts';

const { pictures: texts } = messages;

interface Props {
  image: { image_original_url: string; alt: string };
  code: string;
  box: Box;
  size: Size;
  onChange: (box: Box) => void;
}

/** The picture with a crop, which is moved and resized by pointer, keys or numbers. */
export function Stage(props: Props) {
  const { image, code, box, size } = props;
  const { stage, frame, move, resize } = useHandles(props);
  const percent = (value: number, of: number): string => `${(value / of) * 100}%`;
  const { left, top, width, height } = box;
  return (
    <>
      <div class="stage" ref={stage}>
        <img src={image.image_original_url} alt={image.alt} draggable={false} />
        <div
          ref={frame}
          class="box"
          role="group"
          tabIndex={0}
          aria-label={texts.cropLabel(code.replace('x', ' : '), `${width} × ${height}`, `${left}, ${top}`)}
          style={{
            left: percent(left, size.width),
            top: percent(top, size.height),
            width: percent(width, size.width),
            height: percent(height, size.height),
          }}
        />
      </div>
      <div class="sources">
        <NumberField label={texts.left} value={left} onChange={value => move(value - left, 0)} />
        <NumberField label={texts.top} value={top} onChange={value => move(0, value - top)} />
        <NumberField label={texts.width} value={width} onChange={resize} />
      </div>
    </>
  );
}

/** Moves and resizes a crop by pointer and keys. */
function useHandles({ code, box, size, onChange }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  // The handles are set up once, and see the newest crop here.
  const now = useRef({ box, onChange });
  now.current = { box, onChange };
  const move = (x: number, y: number): void => now.current.onChange(moveBox(now.current.box, x, y, size));
  const resize = (width: number): void =>
    now.current.onChange(resizeBox(now.current.box, width, parseRatio(code), size));
  useEffect(() => {
    const { current: element } = frame;
    if (!element) return;
    const scale = (): number => size.width / (stage.current?.clientWidth ?? size.width);
    makePointable(element, {
      onMove: (x, y) => move(x * scale(), y * scale()),
      onResize: x => resize(now.current.box.width + x * scale()),
    });
    makeKeyable(element, { onMove: move, onResize: x => resize(now.current.box.width + x) });
  }, []);
  return { stage, frame, move, resize };
}

/** A whole number. It is set when the user leaves the field; an answer of the service does not replace what the user is typing. Other input is discarded. */
function NumberField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const typed = useSignal<string | undefined>(undefined);
  return (
    <span class="number-field">
      <label for={id}>{label}</label>
      <input
        type="number"
        id={id}
        min={0}
        step={1}
        required
        value={typed.value ?? value}
        onInput={event => (typed.value = event.currentTarget.value)}
        onChange={event => {
          if (event.currentTarget.checkValidity()) onChange(Number(event.currentTarget.value));
          typed.value = undefined;
        }}
      />
    </span>
  );
}
