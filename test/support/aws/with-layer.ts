import { addLayer, type Layer } from '../../../shared/platform/store/layers.ts';

/** Runs `task` while a layer answers the service's calls to the table, or passes them on. */
export async function withLayer<T>(layer: Layer, task: () => Promise<T>): Promise<T> {
  const remove = addLayer(layer);
  try {
    return await task();
  } finally {
    remove();
  }
}
