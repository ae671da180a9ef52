import { randomUUID } from 'node:crypto';
import { nowMs } from '../../platform/core/clock.ts';
import { getDefaults } from '../../platform/core/complete.ts';
import { applyInput } from '../../platform/values/fields.ts';
import { newId, decodeTimeMs } from '../../platform/core/ids.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { changeRecord } from '../../platform/store/records/update-record.ts';
import { requireFile, type Files } from './files.ts';
import type { AssetCreateInput, AssetEditInput } from './input.ts';
import { readAsset } from './read.ts';
import { chooseOrigin, tagsSentBy, AssetRecord } from './record.ts';
import { deleteAsset, saveAsset } from './save.ts';

const DEFAULTS = getDefaults(AssetRecord);
type Editable = typeof DEFAULTS;

/** @throws InvalidInput (no such file), AlreadyExists */
export async function createAsset(
  { file_type, file_id, ...input }: AssetCreateInput,
  caller: Caller,
): Promise<Versioned<AssetRecord> & { files: Files }> {
  const files = await requireFile({ file_type, file_id });
  const fields = applyInput(DEFAULTS, withTags(input, caller), DEFAULTS);
  const saved = await retryContended(async () => {
    const id = newId();
    const created_ts = decodeTimeMs(id) / 1000;
    const asset = {
      ...fields,
      id,
      file_type,
      file_id,
      origin: chooseOrigin(caller.role),
      shortcode_id: randomUUID().replaceAll('-', ''),
      user_id: caller.authorId,
      created_ts,
      updated_ts: created_ts,
    };
    return await saveAsset(null, asset);
  });
  return { ...saved, files };
}

interface WriteContext {
  caller: Caller;
  ifMatch?: IfMatch;
}

/** @throws NotFound, PreconditionFailed */
export async function editAsset(
  id: number,
  input: AssetEditInput,
  { caller, ifMatch }: WriteContext,
): Promise<Versioned<AssetRecord>> {
  const read = () => readAsset(id, caller, { consistent: true });
  return await changeRecord({ read, ifMatch }, async current => {
    const sent = withTags(input, caller, current.value.tags);
    const fields = applyInput<Editable>(current.value, sent, DEFAULTS);
    const updated_ts = Math.max(nowMs() / 1000, current.value.updated_ts);
    return await saveAsset(current, { ...current.value, ...fields, updated_ts });
  });
}

/** Removes an asset from the catalogue; its file stays. @throws NotFound, PreconditionFailed */
export async function removeAsset(id: number, { caller, ifMatch }: WriteContext): Promise<void> {
  await changeRecord({ read: () => readAsset(id, caller, { consistent: true }), ifMatch }, deleteAsset);
}

function withTags<T extends { tags?: string[] | null | undefined }>(
  input: T,
  caller: Caller,
  current?: readonly string[],
): T {
  return input.tags === undefined ? input : { ...input, tags: tagsSentBy(caller, input.tags ?? [], current) };
}
