import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Whether a view was shown before: a page that was just opened keeps its focus where the browser puts it. */
let isLater = false;

/** The heading of a view. It takes the focus when the link that led here is gone. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isLater && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    isLater = true;
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
