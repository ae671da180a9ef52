/** What is to be done once an element is on the screen. */
const wanted = new WeakMap<Element, () => void>();
/** Made when it is needed: modules of the editor are also read outside of browsers. */
let observer: IntersectionObserver | undefined;

/** Does something once an element is on the screen: at once where it is. A later call for the same element replaces an earlier one that waits. */
export function whenSeen(element: Element, work: () => void): void {
  wanted.set(element, work);
  observer ??= new IntersectionObserver(tell);
  // It tells the state of what it begins to observe.
  observer.unobserve(element);
  observer.observe(element);
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    wanted.get(target)?.();
    wanted.delete(target);
  }
}
